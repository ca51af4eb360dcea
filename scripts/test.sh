#!/usr/bin/env bash
# Everything that must hold before a change lands, cheapest first. The last line counts the tests.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

# Nothing in here may wait for a person.
exec </dev/null

log=$root/target/test-log
mkdir -p "$log"
rm -f "$log"/*.txt

# logged NAME COMMAND…: runs a command that counts tests, and keeps what it says for the closing line.
logged() {
  local name=$1
  shift
  "$@" 2>&1 | tee "$log/$name.txt"
}

# count PATTERN: adds up the numbers before it in the summaries of nextest, the doctests, Vitest and Playwright.
count() {
  cat "$log"/*.txt 2>/dev/null | sed 's/\x1b\[[0-9;]*m//g' | grep -aE 'Summary \[|^test result:|^ *Tests |^ *[0-9]+ (passed|failed)' |
    grep -aoE "[0-9]+ ($1)" | awk '{ sum += $1 } END { print sum + 0 }'
}

page_types() { (cd web && npx --no-install svelte-check --tsconfig ./tsconfig.json --fail-on-warnings --threshold warning --output machine); }
page_units() { (cd web && NO_COLOR=1 npx --no-install vitest run); }
page_in_a_browser() { (cd web && NO_COLOR=1 EIGHTS_BIN="$root/target/debug/eights" npx --no-install playwright test); }

closing() {
  local status=$?
  local verdict="all steps ok"
  # Whoever is told to stop in the middle has not failed, but has shown nothing either.
  if [ "$status" -eq 0 ] && [ -z "$finished" ]; then status=1 verdict="STOPPED before the end"; fi
  [ "$status" -eq 0 ] || [ "$verdict" != "all steps ok" ] || verdict="a step FAILED, see above"
  say ""
  say "== $verdict, ${SECONDS} s"
  say "$(count passed) passed, $(count "failed|exec failed|timed out") failed"
  exit "$status"
}
finished=""
trap closing EXIT

step "tools" scripts/install-tools.sh cargo nextest wasm valgrind node chromium tmux
step "packages" scripts/web.sh packages
step "lint" scripts/lint.sh
step "wasm" cargo xtask wasm
step "page" scripts/web.sh
# The tests leave the program itself in target/debug, with the page in it; what follows uses that one, since
# building it alone would choose other features of the libraries and build them all again.
step "tests" logged nextest cargo nextest run --workspace --no-fail-fast
step "doctests" logged doctests cargo test --workspace --doc --quiet
step "page types" page_types
step "page units" logged vitest page_units
step "browser" logged browser page_in_a_browser
step "terminal" env EIGHTS="$root/target/debug/eights" PANICS="$root/target/debug/examples/panics" scripts/tui-test.sh
step "rulebook" target/debug/eights rulebook rulebook
step "fresh" env EIGHTS="$root/target/debug/eights" cargo xtask fresh
step "counts" scripts/counts.sh
step "fuzz" scripts/fuzz.sh 5
finished=yes
