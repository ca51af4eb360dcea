#!/usr/bin/env bash
# Measures the page against its promises: speed at four-fold throttling, frames in flight, how long a master thinks, and
# Lighthouse's marks.
# Times depend on whatever else runs, so this is no part of check-all.sh. Run it on an otherwise idle machine.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

scripts/install-tools.sh cargo node chromium lighthouse
scripts/web.sh
export EIGHTS_BIN=${EIGHTS_BIN:-$root/target/debug/eights}
# The program only hands out files: any build will do.
[ -x "$EIGHTS_BIN" ] || cargo build --workspace --bins
node web/scripts/measure.mjs
node web/scripts/lighthouse.mjs
# Last, since it fails as long as its bound is missed.
node web/scripts/measure-bots.mjs
