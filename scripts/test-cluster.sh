#!/usr/bin/env bash
# Kills, pauses and cuts off servers and databases while people play: test-cluster.sh [FAULTS [TABLES]]. Checks that
# nothing acknowledged is lost, doubled or out of date. Then switches off what fences dead servers, and checks that the
# same test notices it. 17 faults are one of each kind. EIGHTS=PROGRAM builds nothing.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

faults=${1:-17}
tables=${2:-12}
# One of each kind; some of them let a dead server write again.
unfenced=17
scripts/install-tools.sh cargo postgres
program=${EIGHTS:-}
if [ -z "$program" ]; then
  cargo build --profile play --no-default-features --features postgres -p eights-cli
  program=${CARGO_TARGET_DIR:-target}/play/eights
fi
"$program" load --nodes 3 --faults "$faults" --tables "$tables"

say "without the fence:"
status=0
found=$("$program" load --nodes 3 --faults "$unfenced" --tables "$tables" --without-fence) || status=$?
say "$found" | tail -n 3
if [ "$status" -ne 1 ] || ! grep -q '^WRONG: match' <<<"$found"; then
  fail "the fence was off, and the check did not notice it in $unfenced faults"
fi
say "the check noticed it"
