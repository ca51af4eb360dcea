#!/usr/bin/env bash
# Kills the server while games are played: faults.sh [KILLS [TABLES]]. Checks that no acknowledged step is lost or
# duplicated and that every match continues, even with a full disk, a read-only folder and a damaged database page.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

kills=${1:-30}
tables=${2:-40}
scripts/install-tools.sh cargo
cargo build --release -p eights-cli
exec "${CARGO_TARGET_DIR:-target}/release/eights" load --faults "$kills" --tables "$tables"
