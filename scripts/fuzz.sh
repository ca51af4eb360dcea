#!/usr/bin/env bash
# Runs every fuzz target for so many seconds each: fuzz.sh SECONDS.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

[[ ${1:-} =~ ^[1-9][0-9]*$ ]] || fail "usage: fuzz.sh SECONDS"
scripts/install-tools.sh cargo
cargo run --release --manifest-path fuzz/Cargo.toml -- --seconds "$1"
