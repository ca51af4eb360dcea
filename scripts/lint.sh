#!/usr/bin/env bash
# Checks formatting, style, clippy and the page's sources, cheapest first. Changes nothing. `lint.sh --quick` leaves out
# what `make test` does anyway: our own rules (`cargo xtask tidy`) are also a test, and clippy runs with the compiler.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

check_format() {
  cargo fmt --all --check &&
    cargo fmt --manifest-path fuzz/libfuzzer/Cargo.toml --check
}

check_page() {
  scripts/web.sh packages && (cd web && npm run --silent lint)
}

scripts/install-tools.sh cargo
step "format" check_format
if have shellcheck; then step "shellcheck" shellcheck -x scripts/*.sh .ci/run; fi
step "page sources" unless_passed sources web -- check_page
[ "${1:-}" != --quick ] || exit 0
step "tidy" cargo xtask tidy
step "clippy" cargo clippy --workspace --all-targets -- -D warnings
