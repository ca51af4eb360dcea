#!/usr/bin/env bash
# The side-by-side runs with peers, set-up and build included.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat >&2 <<'END'
bench/run.sh test-peers  [options of openspiel/differ.py]   do the rules agree, decision by decision?
bench/run.sh bench-peers [options of openspiel/speed.py]    how fast is each? the rules and then the server
bench/run.sh server      [--reps R] [--seconds S]           the server only: what does a move cost each?
bench/run.sh self-test   [GAMES]                            does test-peers notice a wrong engine?
END
  exit 2
}

# server [OPTIONS]: our server beside boardgame.io and Colyseus from npm.
server() {
  command -v npm >/dev/null || { echo "bench/run.sh: npm is missing: install Node 20 or newer" >&2; exit 1; }
  if [ ! -x bench/js/node_modules/node/bin/node ]; then
    (cd bench/js && npm ci --no-audit --no-fund --loglevel=error)
  fi
  bench/js/node_modules/node/bin/node bench/js/compare.mjs --engine "$engine" "$@"
}

what=${1:-}
[ $# -eq 0 ] || shift
engine=${CARGO_TARGET_DIR:-target}/release/eights
case "$what" in
  test-peers)  script=differ.py ;;
  bench-peers) script=speed.py ;;
  server)      cargo build --release -p eights-cli; server "$@"; exit ;;
  self-test)   bench/setup.sh; exec bench/.venv/bin/python bench/openspiel/selftest.py "$@" ;;
  *) usage ;;
esac

bench/setup.sh
cargo build --release -p eights-cli
bench/.venv/bin/python "bench/openspiel/$script" --engine "$engine" "$@"
if [ "$what" = bench-peers ]; then
  server
fi
