#!/usr/bin/env bash
# Brings what is missing: install-tools.sh [cargo|nextest|wasm|valgrind|gungraun|node|chromium|tmux]…, all of them when none is named.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

nextest_version=0.9.143

need_cargo() {
  have cargo || fail "cargo is missing: install Rust with rustup from https://rustup.rs"
}

# Tools run for seconds and build for minutes, so they are built without optimisation.
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
  have rustup || fail "the target wasm32-unknown-unknown is missing, and so is rustup: see https://rustup.rs"
  rustup target add wasm32-unknown-unknown
}

# from_apt PROGRAM PACKAGE…: a program of the system, installed where we may.
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
need_chromium() { from_apt chromium chromium fonts-dejavu-core; }

# The page is built by Vite 8, which wants Node.js 20.19 or newer; Debian's own may be older.
need_node() {
  local wanted="install Node.js 20.19 or newer with npm from https://nodejs.org"
  have npm || fail "npm is missing: $wanted"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node.js $(node --version) is too old: $wanted"
}

# The runner must have the very version of the library that the benches are built with.
need_gungraun() {
  local wanted
  wanted=$(awk '/^name = "gungraun"$/ { getline; gsub(/"/, "", $3); print $3; exit }' Cargo.lock)
  [ -n "$wanted" ] || fail "Cargo.lock names no gungraun: there are no instruction-count benches to run"
  grep -qsF "\"gungraun-runner $wanted " "$tools/.crates.toml" || build_tool gungraun-runner "$wanted"
}

[ $# -gt 0 ] || set -- cargo nextest wasm valgrind gungraun node chromium tmux
for tool in "$@"; do
  case $tool in
    cargo | nextest | wasm | valgrind | gungraun | node | chromium | tmux) "need_$tool" ;;
    *) fail "install-tools.sh: no tool is called '$tool'" ;;
  esac
done
