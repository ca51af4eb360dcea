#!/usr/bin/env bash
# Runs what `make test` leaves out: benchmarks, fuzzing and tests that need other programs: check-all.sh [MINUTES].
# Skips steps that would probably not end within MINUTES (90) from the start of the whole run, and lists them.
# A step is expected to take as long as the last time, or else as long as on two cores with nothing built.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

minutes=${1:-90}
[[ $minutes =~ ^[1-9][0-9]*$ ]] || fail "usage: check-all.sh [MINUTES]"
left_out=()
failed=()

# check SECONDS NAME COMMAND…: runs a step if there is time for it. After a failure the other steps still run.
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

# Whole matches, and clocks that run out. `make test` has built the program.
long_in_a_browser() { (cd web && NO_COLOR=1 EIGHTS_BIN="$root/target/debug/eights" npx --no-install playwright test --grep @long); }


steps=$(grep -c "^check " "$0")
check 400 "browser, whole matches" long_in_a_browser
check 120 "docs" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
check 300 "counts" scripts/counts.sh
check 900 "ten thousand hands" env EIGHTS_HANDS=10000 cargo test --release -q -p eights-classic --test all every_shipped
check 30 "lock files" bench/run.sh packages
check 60 "alerts" scripts/test-alerts.sh
# These two use the program that `make test` has built; on their own they build a release first.
check 300 "proxies" env EIGHTS="$root/target/debug/eights" scripts/test-proxies.sh
check 120 "ACME" env EIGHTS="$root/target/debug/eights" scripts/test-acme.sh
check 400 "dependencies" scripts/deny.sh
check 60 "workflows" scripts/workflows.sh
check 1400 "fuzz" scripts/fuzz.sh 5
check 1300 "API" scripts/schemathesis.sh
check 1600 "faults" scripts/faults.sh
check 600 "cluster" env EIGHTS="$root/target/debug/eights" scripts/test-cluster.sh
# The server is not optimised for tests, but this is all computing.
check 1700 "ten thousand simulated clusters" env EIGHTS_SEEDS=10000 cargo nextest run --workspace --config profile.dev.package.eights-server.opt-level=1 -E 'test(nodes_lose_and_double_nothing)'
check 1500 "hostile clients" scripts/hostile.sh
check 1500 "packages" scripts/test-packages.sh
check 2400 "peers" bench/run.sh test-peers

say ""
[ "${#left_out[@]}" -eq 0 ] || say "left out, for there was no time: $(printf '%s, ' "${left_out[@]}" | sed 's/, $//')"
[ "${#failed[@]}" -eq 0 ] || fail "FAILED: ${failed[*]}"
