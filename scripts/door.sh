#!/usr/bin/env bash
# Measures how long a newcomer waits, in a clean clone with nothing built: door.sh [play|test]…, by default both.
# Downloads are made beforehand and not counted. Run it on an otherwise idle machine.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
results=()

# clone NAME: a fresh clone, with its downloads made.
clone() {
  git clone --quiet "$root" "$folder/$1"
  (cd "$folder/$1" && cargo fetch --quiet --locked && cargo fetch --quiet --locked --manifest-path web/bindgen/Cargo.toml &&
    cd web && npm install --no-save --no-audit --no-fund --loglevel=error >/dev/null && rm -rf node_modules)
}

# note WHAT SECONDS GOAL: keeps a figure for the end.
note() {
  local verdict=MISSED
  [ "$2" -gt "$3" ] || verdict=kept
  results+=("$(printf '%-44s %6d s   goal %5d s   %s' "$1" "$2" "$3" "$verdict")")
  say "${results[-1]}"
}

# until_address CLONE: seconds until `make play` prints the address.
until_address() {
  local began=$SECONDS log=$folder/play.log server
  : >"$log"
  (cd "$1" && exec env -u CARGO_TARGET_DIR make play ARGS="--bind 127.0.0.1:0 --store memory") >"$log" 2>&1 &
  server=$!
  until grep -q "http://" "$log"; do
    kill -0 "$server" 2>/dev/null || { cat "$log" >&2; fail "make play failed"; }
    sleep 0.2
  done
  pkill -TERM -P "$server" 2>/dev/null || kill "$server"
  wait "$server" 2>/dev/null || true
  waited=$((SECONDS - began))
}

play() {
  clone play
  until_address "$folder/play"
  note "make play, first time" "$waited" 240
  # A line that ends up in the program.
  sed -i '$a\\n/// Changed.\npub const CHANGED: u8 = 1;' "$folder/play/crates/eights-classic/src/lib.rs"
  until_address "$folder/play"
  note "make play, after a change in a game" "$waited" 30
}

tests() {
  clone tests
  local began=$SECONDS
  (cd "$folder/tests" && env -u CARGO_TARGET_DIR make test) >"$folder/test.log" 2>&1 || { tail -n 50 "$folder/test.log" >&2; fail "make test failed"; }
  note "make test, first time" $((SECONDS - began)) 900
  began=$SECONDS
  (cd "$folder/tests" && env -u CARGO_TARGET_DIR make test) >"$folder/test.log" 2>&1 || { tail -n 50 "$folder/test.log" >&2; fail "make test failed"; }
  note "make test, nothing changed" $((SECONDS - began)) 240
}

[ $# -gt 0 ] || set -- play test
for part; do
  case $part in
    play) play ;;
    test) tests ;;
    *) fail "usage: door.sh [play|test]…" ;;
  esac
done
say ""
printf '%s\n' "${results[@]}"
