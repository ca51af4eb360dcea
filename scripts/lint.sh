#!/usr/bin/env bash
# Checks formatting, style, clippy and docs, cheapest first. Changes nothing.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

check_format() {
  cargo fmt --all --check &&
    cargo fmt --manifest-path fuzz/libfuzzer/Cargo.toml --check
}

scripts/install-tools.sh cargo
step "format" check_format
if have shellcheck; then step "shellcheck" shellcheck -x scripts/*.sh .ci/run; fi
step "tidy" cargo xtask tidy
step "clippy" cargo clippy --workspace --all-targets -- -D warnings
step "docs" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
