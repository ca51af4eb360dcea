#!/usr/bin/env bash
# Counts the instructions of the hot paths under valgrind: every bench target named `counts`, in any crate.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

scripts/install-tools.sh cargo valgrind gungraun
# Some containers forbid switching address randomisation off; counts hardly depend on it.
if ! setarch -R true 2>/dev/null; then export GUNGRAUN_ALLOW_ASLR=yes; fi
cargo bench --workspace --bench counts
