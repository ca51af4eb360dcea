#!/usr/bin/env bash
# Builds the page and the program at the same time, then runs the program: play.sh COMMAND [OPTION]…
# `serve` builds a program that has only this command: in a clean clone that takes 231 s instead of 291
# (door.sh). Only `serve` needs the page.
# `build` only builds. FEATURES adds features. What is up to date is not built again.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

[ $# -gt 0 ] || fail "usage: play.sh COMMAND [OPTION]…"
scripts/install-tools.sh cargo
program=eights package=eights-cli
if [ "$1" = serve ]; then program=eights-host package=eights-host; fi
if [ ! -x "${CARGO_TARGET_DIR:-target}/play/$program" ]; then
  say "building Eights; the first time this takes a few minutes"
fi
page=""
if [ "$1" = serve ] || [ "$1" = build ]; then
  # The engine in the page is built for speed of building here; `make test` and releases build it small.
  WASM_PROFILE=wasm-play scripts/web.sh &
  page=$!
  # Ctrl-C does not reach jobs in the background.
  trap 'kill "$page" 2>/dev/null || true' EXIT
fi
# Without the default features: see eights-cli/Cargo.toml.
built=ok
cargo build --profile play --no-default-features --features "${FEATURES:-}" -p "$package" || built=failed
if [ -n "$page" ]; then
  wait "$page" || fail "the page could not be built, see above"
fi
[ "$built" = ok ] || fail "the program could not be built, see above"
[ "$1" != build ] || exit 0
[ "$1" != serve ] || shift
exec "${CARGO_TARGET_DIR:-target}/play/$program" "$@"
