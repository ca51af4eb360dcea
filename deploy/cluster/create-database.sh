#!/bin/sh
# Creates the database and the user of the servers; Patroni runs it once, with the address of the new primary.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$EIGHTS_PASSWORD" "$1" <<'SQL'
CREATE ROLE eights LOGIN PASSWORD :'password';
-- Lets the servers see whether standbys are synchronous.
GRANT pg_monitor TO eights;
CREATE DATABASE eights OWNER eights;
SQL
