#!/usr/bin/env bash
# Pulls the plug while people play: faults.sh [KILLS [TABLES]]. Nothing acknowledged may be lost, nothing doubled,
# every match goes on; the same with a full disk, a read-only folder and a damaged page.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

kills=${1:-30}
tables=${2:-40}
scripts/install-tools.sh cargo
cargo build --release -p eights-cli
exec "${CARGO_TARGET_DIR:-target}/release/eights" load --faults "$kills" --tables "$tables"
