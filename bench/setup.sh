#!/usr/bin/env bash
# Creates bench/.venv with the packages that the comparisons need. Does nothing if the venv is
# already up to date. Needs Python 3.11 or newer and a package index.
set -euo pipefail
cd "$(dirname "$0")"

WHEEL=open_spiel==2.0.2
PY=${PYTHON:-python3}
venv=.venv

fail() { echo "bench/setup.sh: $*" >&2; exit 1; }
ready() {
  [ -x $venv/bin/python ] && $venv/bin/python - "$WHEEL" 2>/dev/null <<'PY'
import importlib.metadata, sys
name, version = sys.argv[1].split("==")
import pyspiel
sys.exit(importlib.metadata.version(name) != version)
PY
}

if ready; then
  echo "bench/setup.sh: $WHEEL is in bench/$venv"
  exit 0
fi

command -v "$PY" >/dev/null || fail "no '$PY' found; install Python 3.11 or newer, or name one with PYTHON=…"
"$PY" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "'$PY' is older than Python 3.11; name a newer one with PYTHON=…"

echo "bench/setup.sh: making bench/$venv with $WHEEL"
rm -rf $venv
"$PY" -m venv $venv || fail "cannot make a venv with '$PY' (on Debian: apt install python3-venv)"
# Only the C++ library in the wheel is used, so its Python dependencies are not installed.
$venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: "$WHEEL" \
  || fail "cannot install $WHEEL: is there a network, and a wheel for this Python and machine? (pip's words are above)"
ready || fail "$WHEEL is installed but 'import pyspiel' does not work"
echo "bench/setup.sh: done"
