#!/usr/bin/env bash
# Runs what `make test` leaves out because it measures, searches or needs other programs: check-all.sh [MINUTES].
# Starts no step that would probably end after MINUTES (90), counted from the start of the whole run, and names those it
# left out. A step is expected to take as long as the last time, or as long as it took on two cores with nothing built.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

minutes=${1:-90}
[[ $minutes =~ ^[1-9][0-9]*$ ]] || fail "usage: check-all.sh [MINUTES]"
left_out=()
failed=()

# check SECONDS NAME COMMAND…: a step, if there is time for it. A failure does not keep the others from running.
check() {
  local expected=$1 name=$2
  shift 2
  expected=$(last_duration "$name" || say "$expected")
  if [ $(($(date +%s) - run_began + expected)) -gt $((minutes * 60)) ]; then
    left_out+=("$name (about $expected s)")
    return
  fi
  step "$name" "$@" || failed+=("$name")
}

steps=$(grep -c "^check " "$0")
check 300 "counts" scripts/counts.sh
check 1400 "fuzz" scripts/fuzz.sh 5
check 1300 "API" scripts/schemathesis.sh
check 1600 "faults" scripts/faults.sh
check 1500 "hostile clients" scripts/hostile.sh
check 2400 "peers" bench/run.sh test-peers

say ""
[ "${#left_out[@]}" -eq 0 ] || say "left out, for there was no time: $(printf '%s, ' "${left_out[@]}" | sed 's/, $//')"
[ "${#failed[@]}" -eq 0 ] || fail "FAILED: ${failed[*]}"
