#!/usr/bin/env bash
# The side-by-side runs with peers, set-up and build included.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat >&2 <<'END'
bench/run.sh test-peers  [options of openspiel/differ.py]   do the rules agree, decision by decision?
bench/run.sh bench-peers [options of openspiel/speed.py]    how fast is each?
bench/run.sh self-test   [GAMES]                            does test-peers notice a wrong engine?
END
  exit 2
}

what=${1:-}
[ $# -eq 0 ] || shift
case "$what" in
  test-peers)  script=differ.py ;;
  bench-peers) script=speed.py ;;
  self-test)   bench/setup.sh; exec bench/.venv/bin/python bench/openspiel/selftest.py "$@" ;;
  *) usage ;;
esac

bench/setup.sh
cargo build --release -p eights-cli
exec bench/.venv/bin/python "bench/openspiel/$script" --engine "${CARGO_TARGET_DIR:-target}/release/eights" "$@"
