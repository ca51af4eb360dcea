#!/usr/bin/env bash
# Checks formatting, style, clippy and the page's sources, cheapest first. Changes nothing. `lint.sh --sources` leaves out
# what compiles: clippy, and the check of our own rules (`cargo xtask tidy`), which is also a test.
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
[ "${1:-}" = --sources ] || step "tidy" cargo xtask tidy
step "page sources" unless_passed sources web -- check_page
[ "${1:-}" = --sources ] || step "clippy" cargo clippy --workspace --all-targets -- -D warnings
