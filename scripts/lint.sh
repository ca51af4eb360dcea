#!/usr/bin/env bash
# Formatting, the house style, clippy and the docs, cheapest first; changes nothing.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

formatted() {
  cargo fmt --all --check &&
    cargo fmt --manifest-path fuzz/Cargo.toml --check
}

scripts/install-tools.sh cargo
step "format" formatted
if have shellcheck; then step "shellcheck" shellcheck -x scripts/*.sh .ci/run; fi
step "tidy" cargo xtask tidy
step "clippy" cargo clippy --workspace --all-targets -- -D warnings
step "docs" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
