#!/usr/bin/env bash
# Attacks a server while people play on it: hostile.sh [SECONDS]. Floods, spam, clients that do not read, forged proxy
# headers, a suspended process, a damaged folder. 99 of 100 answers must be acknowledged within 100 ms.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

seconds=${1:-150}
scripts/install-tools.sh cargo
say "the server's clock jumps"
cargo test --quiet -p eights-server --test all clock::
cargo build --release -p eights-cli
exec "${CARGO_TARGET_DIR:-target}/release/eights" load --hostile "$seconds"
