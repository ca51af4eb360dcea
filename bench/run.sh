#!/usr/bin/env bash
# Runs the comparisons with other projects, including set-up and build.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat >&2 <<'END'
bench/run.sh test-peers  [options of openspiel/differ.py]   do the rules agree, decision by decision?
bench/run.sh bench-peers [options of openspiel/speed.py]    how fast is each? the rules and then the server
bench/run.sh server      [--reps R] [--seconds S]           the server only: what does a move cost each?
bench/run.sh self-test   [GAMES]                            does test-peers notice a wrong engine?
bench/run.sh packages                                       installs the other servers from npm
END
  exit 2
}

# packages: installs the versions in bench/js/package-lock.json.
packages() {
  command -v npm >/dev/null || { echo "bench/run.sh: npm is missing: install Node 20 or newer" >&2; exit 1; }
  [ -x bench/js/node_modules/node/bin/node ] && return
  # Not `npm ci`: it refuses a lock file without the native packages of every other platform.
  (cd bench/js && npm install --no-save --no-audit --no-fund --loglevel=error)
}

# server [OPTIONS]: compares the server with boardgame.io and Colyseus from npm.
server() {
  packages
  bench/js/node_modules/node/bin/node bench/js/compare.mjs --engine "$engine" "$@"
}

what=${1:-}
[ $# -eq 0 ] || shift
engine=${CARGO_TARGET_DIR:-target}/release/eights
case "$what" in
  test-peers)  script=differ.py ;;
  bench-peers) script=speed.py ;;
  server)      cargo build --release -p eights-cli; server "$@"; exit ;;
  packages)    packages; exit ;;
  self-test)   bench/setup.sh; exec bench/.venv/bin/python bench/openspiel/selftest.py "$@" ;;
  *) usage ;;
esac

bench/setup.sh
cargo build --release -p eights-cli
bench/.venv/bin/python "bench/openspiel/$script" --engine "$engine" "$@"
if [ "$what" = bench-peers ]; then
  server
fi
