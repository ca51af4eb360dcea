#!/usr/bin/env bash
# Builds the page into web/dist: the engine for the browser, its JavaScript bindings and the page. Skips what is up to date.
# web.sh [engine|page|packages] builds only that part. $WASM_PROFILE is the profile of the engine (wasm-release).
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

profile=${WASM_PROFILE:-wasm-release}
built=${CARGO_TARGET_DIR:-target}
engine=web/src/lib/engine/pkg
stamps=target/web
# What a browser may have to fetch before the first deal, in bytes, and what more with the first strong bot.
engine_budget=450000
fast_budget=600000
# The best compression of the page takes 22 s, and on this machine nobody waits for the network.
[ "$profile" != wasm-play ] || export BROTLI_QUALITY=5
mkdir -p "$stamps"

# hash_files FILE…: a hash of the contents.
hash_files() { cat -- "$@" | sha256sum | cut -d ' ' -f 1; }

# brotli_size FILE: its size when a browser fetches it.
brotli_size() { node -e 'console.log(require("zlib").brotliCompressSync(require("fs").readFileSync(process.argv[1])).length)' "$1"; }

# The tool must have the same version as the library that the engine uses.
need_bindgen() {
  local wanted
  wanted=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/"/, "", $3); print $3; exit }' Cargo.lock)
  grep -qF "\"=$wanted\"" web/bindgen/Cargo.toml || fail "web/bindgen/Cargo.toml must name wasm-bindgen-cli-support $wanted"
  local sources
  sources=$(hash_files web/bindgen/Cargo.* web/bindgen/src/*)
  bindgen=$tools/bin/bindgen-${sources:0:12}
  [ -x "$bindgen" ] && return
  say "building bindgen $wanted into target/tools"
  CARGO_TARGET_DIR=$tools/build cargo build --quiet --locked --manifest-path web/bindgen/Cargo.toml
  mkdir -p "$tools/bin"
  cp "$tools/build/debug/bindgen" "$bindgen"
}

need_packages() {
  scripts/install-tools.sh node
  local now
  now=$(hash_files web/package-lock.json)
  [ -d web/node_modules ] && [ "$(cat "$stamps/packages" 2>/dev/null)" = "$now" ] && return
  say "installing npm packages"
  # Not `npm ci`: it refuses a lock file without the native packages of every other platform.
  (cd web && npm install --no-save --no-audit --no-fund --loglevel=error >/dev/null)
  say "$now" >"$stamps/packages"
}

# Copies the weights of every game that has networks to GAME.bin; the page fetches them on their own.
networks() {
  local weights game folder
  mkdir -p "$engine" && rm -f "$engine"/*.bin
  for weights in crates/eights-*/src/bot/network.bin; do
    # The id of the game, wherever rustfmt breaks the line.
    game=$(tr -d '\n' <"${weights%/bot/network.bin}/playable.rs" | sed -n 's/.*GameInfo { *id: "\([^"]*\)".*/\1/p')
    [ -n "$game" ] || fail "$weights belongs to no game: playable.rs beside it has no GameInfo with an id"
    # Crazy Eights has two, one after the other.
    folder=${weights%/*}
    cat "$folder"/*.bin >"$engine/$game.bin"
  done
}

# bind WASM NAME BUDGET: writes the JavaScript side of an engine.
bind() {
  local pack=() size
  # Packing takes some seconds, and a browser on this machine loads either file at once.
  [ "$profile" = wasm-play ] || pack=(--pack)
  "$bindgen" "$1" "$engine" "$2" "${pack[@]}"
  size=$(brotli_size "$engine/$2_bg.wasm")
  say "engine $2: $(wc -c <"$engine/$2_bg.wasm") bytes, $size compressed"
  [ "$profile" = wasm-play ] || [ "$size" -le "$3" ] || fail "the engine $2 may have $3 bytes compressed"
}

# Two engines of the same code: the one that a browser fetches before the first deal is optimized for size, and a second
# one for speed. Strong bots run in that (web/fast-engine.toml). `make play` has one engine, which is built fast.
engine() {
  scripts/install-tools.sh cargo wasm
  local build=(cargo build --quiet --profile "$profile" --target wasm32-unknown-unknown -p eights-wasm)
  local wasm=$built/wasm32-unknown-unknown/$profile/eights_wasm.wasm fast=() now
  if [ "$profile" = wasm-play ]; then
    rm -f "$engine"/fast*
  else
    # Both builds write the same file.
    "${build[@]}" --config web/fast-engine.toml
    fast=("${wasm%/*}/fast.wasm")
    cp "$wasm" "${fast[0]}"
  fi
  "${build[@]}"
  networks
  now=$(hash_files "$wasm" "${fast[@]}" web/bindgen/Cargo.* web/bindgen/src/*)
  [ -f "$engine/eights_bg.wasm" ] && [ "$(cat "$stamps/engine" 2>/dev/null)" = "$now" ] && return
  need_bindgen
  bind "$wasm" eights "$engine_budget"
  [ "${#fast[@]}" -eq 0 ] || bind "${fast[0]}" fast "$fast_budget"
  say "$now" >"$stamps/engine"
}

page() {
  need_packages
  local now
  now=$(find web/src web/public web/rulebook web/scripts web/index.html web/vite.config.ts web/package-lock.json rulebook schema -type f -print0 |
    sort -z | xargs -0 cat | sha256sum | cut -d ' ' -f 1)-${BROTLI_QUALITY:-11}
  [ -f web/dist/index.html ] && [ "$(cat "$stamps/page" 2>/dev/null)" = "$now" ] && return
  say "building the page"
  (cd web && npx --no-install vite build --logLevel warn)
  say "$now" >"$stamps/page"
}

case ${1:-all} in
  all) engine && page ;;
  packages) need_packages ;;
  engine) engine ;;
  page) page ;;
  *) fail "usage: web.sh [engine|page|packages]" ;;
esac
