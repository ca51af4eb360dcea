#!/usr/bin/env bash
# Installs missing tools: install-tools.sh [cargo|nextest|wasm|valgrind|gungraun|node|chromium|tmux|python]…, by default all.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

nextest_version=0.9.143

need_cargo() {
  have cargo || fail "cargo is missing: install Rust with rustup from https://rustup.rs"
}

# Building these tools takes longer than running them, so they are built without optimization.
build_tool() {
  say "building $1 $2 into target/tools"
  cargo install --quiet --locked --debug --root "$tools" --version "$2" "$1"
}

need_nextest() {
  cargo nextest --version >/dev/null 2>&1 || build_tool cargo-nextest "$nextest_version"
}

need_wasm() {
  local sysroot
  sysroot=$(rustc --print sysroot)
  [ -d "$sysroot/lib/rustlib/wasm32-unknown-unknown" ] && return
  have rustup || fail "the target wasm32-unknown-unknown is missing: install rustup from https://rustup.rs"
  rustup target add wasm32-unknown-unknown
}

# from_apt PROGRAM PACKAGE…: installs system packages if PROGRAM is missing and we are root on Debian.
from_apt() {
  local program=$1
  shift
  have "$program" && return
  if ! have apt-get || [ "$(id -u)" -ne 0 ]; then
    fail "$program is missing: install it with your package manager (Debian: sudo apt-get install $*)"
  fi
  say "installing $*"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

need_valgrind() { from_apt valgrind valgrind; }
need_tmux() { from_apt tmux tmux; }
need_python() { from_apt python3 python3; }
need_chromium() { from_apt chromium chromium fonts-dejavu-core; }

# Vite 8 needs Node.js 20.19 or newer; Debian's package may be older.
need_node() {
  local wanted="install Node.js 20.19 or newer with npm from https://nodejs.org"
  have npm || fail "npm is missing: $wanted"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node.js $(node --version) is too old: $wanted"
}

# The runner must have the same version as the library that the benches use.
need_gungraun() {
  local wanted
  wanted=$(awk '/^name = "gungraun"$/ { getline; gsub(/"/, "", $3); print $3; exit }' Cargo.lock)
  [ -n "$wanted" ] || fail "gungraun is not in Cargo.lock: there are no benches that count instructions"
  grep -qsF "\"gungraun-runner $wanted " "$tools/.crates.toml" || build_tool gungraun-runner "$wanted"
}

[ $# -gt 0 ] || set -- cargo nextest wasm valgrind gungraun node chromium tmux python
for tool in "$@"; do
  case $tool in
    cargo | nextest | wasm | valgrind | gungraun | node | chromium | tmux | python) "need_$tool" ;;
    *) fail "install-tools.sh: unknown tool '$tool'" ;;
  esac
done
