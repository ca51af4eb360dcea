#!/usr/bin/env bash
# Checks our dependencies: licences, banned crates and sources, and, where its database can be fetched, known
# vulnerabilities (cargo deny and cargo audit): deny.sh [offline]. With `offline` nothing is fetched but the tools.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

[ $# -eq 0 ] || [ "$*" = offline ] || fail "usage: deny.sh [offline]"
database=https://github.com/RustSec/advisory-db
# The lock files of everything we build: the program, the fuzz targets and the tool for the page.
locked=(. fuzz/libfuzzer web/bindgen)

scripts/install-tools.sh cargo deny
cargo-deny --all-features --locked check --hide-inclusion-graph licenses bans sources

if [ "${1:-}" != offline ] && GIT_TERMINAL_PROMPT=0 timeout 20 git ls-remote --quiet "$database" HEAD >/dev/null 2>&1; then
  scripts/install-tools.sh audit
  cargo-deny --all-features --locked check advisories
  for folder in "${locked[@]}"; do
    say "cargo audit of $folder/Cargo.lock"
    cargo-audit audit --file "$folder/Cargo.lock"
  done
  say "licences, bans, sources and known vulnerabilities: ok"
else
  say "licences, bans and sources: ok"
  say "NOT checked: known vulnerabilities, since $database cannot be reached from here; the CI workflow checks them"
fi
