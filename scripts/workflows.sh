#!/usr/bin/env bash
# Checks the GitHub workflows: valid, actions pinned to a commit, no more rights than needed, no injection (zizmor).
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

scripts/install-tools.sh zizmor
zizmor --quiet --offline --strict-collection .github/workflows
# Every script that a workflow calls exists.
while read -r script; do
  [ -x "$script" ] || fail "a workflow calls $script, which does not exist"
done < <(grep -ohE 'scripts/[a-z-]+\.sh' .github/workflows/*.yml | sort -u)
