#!/usr/bin/env bash
# Runs all tests; they must pass before a change is merged. The last line counts the tests.
# Steps that take long are skipped if they passed with exactly the same files before (see lib.sh).
# Benchmarks, fuzzing, whole matches in the browser and tests that need other programs are in check-all.sh.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

# Nothing may wait for input.
exec </dev/null

log=$root/target/test-log
mkdir -p "$log"
rm -f "$log"/*.txt

# logged NAME COMMAND…: runs tests and keeps the output, from which the last line is counted.
logged() {
  local name=$1
  shift
  "$@" 2>&1 | tee "$log/$name.txt"
}

# count PATTERN: sums the numbers before PATTERN in the summaries of nextest, doctests, Vitest and Playwright.
count() {
  cat "$log"/*.txt 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | grep -aE 'Summary \[|^test result:|^ *Tests |^ *[0-9]+ (passed|failed)' |
    grep -aoE "[0-9]+ ($1)" | awk '{ sum += $1 } END { print sum + 0 }'
}

# unless_all_passed NAME COMMAND…: as unless_passed, for a check that any file of the project may change.
unless_all_passed() {
  local name=$1 everything
  shift
  mapfile -t everything < <(git ls-files --cached --others --exclude-standard | cut -d/ -f1 | sort -u)
  unless_passed "$name" "${everything[@]}" -- "$@"
}

# beside NAME COMMAND…: runs a command beside the steps that follow. `joined NAME` prints what it writes until it ends.
declare -A running=()
beside() {
  local name=$1
  shift
  # As in a step, `set -e` has no effect inside of the command.
  { "$@" || exit; } >"$log/$name.out" 2>&1 &
  running[$name]=$!
}
joined() {
  local status=0 shown
  tail -n +1 -f "$log/$1.out" &
  shown=$!
  wait "${running[$1]}" || status=$?
  unset "running[$1]"
  # The last lines are shown within a second.
  sleep 1
  kill "$shown" && { wait "$shown" 2>/dev/null || true; }
  return "$status"
}

page_types() { (cd web && npx --no-install svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --threshold warning --output machine); }
page_units() { (cd web && NO_COLOR=1 npx --no-install vitest run); }
page_checks() {
  unless_passed types web -- page_types && unless_passed units web rulebook cards rules schema -- logged vitest page_units
}
# The best compression of the page takes 18 s more.
page() { env -u RUSTC_WORKSPACE_WRAPPER BROTLI_QUALITY=5 scripts/web.sh; }
page_in_a_browser() { (cd web && NO_COLOR=1 EIGHTS_BIN="$root/target/debug/eights" npx --no-install playwright test --grep-invert @long); }

closing() {
  local status=$?
  [ "${#running[@]}" -eq 0 ] || kill "${running[@]}" 2>/dev/null || true
  local verdict="all steps ok"
  # An interrupted run may exit with status 0, but it has not passed.
  if [ "$status" -eq 0 ] && [ -z "$finished" ]; then status=1 verdict="STOPPED before the end"; fi
  [ "$status" -eq 0 ] || [ "$verdict" != "all steps ok" ] || verdict="a step FAILED, see above"
  say ""
  say "== $verdict, ${SECONDS} s"
  say "$(count passed) passed, $(count "failed|exec failed|timed out") failed in this run"
  exit "$status"
}
finished=""
trap closing EXIT

steps=$(grep -c "^step " "$0")

# The tests are compiled by clippy, which is the compiler with more warnings: `cargo clippy` would check all crates and
# their dependencies once more (866 s instead of 696 until everything is compiled, in one cold run each). It passes
# `-D warnings` on like this, too.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

# Everything is compiled once here. With incremental files, and with line numbers for backtraces (a failed test names its line
# without them), a cold build took 1,174 s of CPU instead of 824.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0

# Libraries and programs without unit tests have `test = false`. `cargo nextest run --lib --bins` would compile them for tests
# all the same; `cargo build --bins` does not. Examples are compiled for clippy; one is run, by "terminal".
tested=(--workspace --tests)
test_programs() { cargo build "${tested[@]}" --bins --examples; }
# Some tests wait for clocks and databases: see test groups in .config/nextest.toml.
rust_tests() { cargo nextest run "${tested[@]}" --no-fail-fast --test-threads "$(($(getconf _NPROCESSORS_ONLN) + 1))"; }

step "tools" scripts/install-tools.sh cargo nextest wasm node chromium tmux python
# What has to do with the page uses one core at a time, so it is done beside compiling the tests. Nothing runs beside the
# tests themselves, some of which measure time.
beside programs test_programs
step "packages" scripts/web.sh packages
step "lint" scripts/lint.sh --sources
step "page" page
step "page checks" page_checks
# The tests build the program, with the page in it, into target/debug. The steps below use it, since building it
# alone would select other features of the dependencies and rebuild them all.
step "clippy and test programs" joined programs
step "tests" unless_all_passed tests logged nextest rust_tests
step "doctests" unless_all_passed doctests logged doctests cargo test --workspace --doc --quiet
step "browser" unless_passed browser web rulebook target/debug/eights -- logged browser page_in_a_browser
step "terminal" env EIGHTS="$root/target/debug/eights" PANICS="$root/target/debug/examples/panics" scripts/tui-test.sh
step "rulebook" target/debug/eights rulebook rulebook
step "fresh" env EIGHTS="$root/target/debug/eights" target/debug/xtask fresh
finished=yes
