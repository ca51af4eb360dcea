#!/usr/bin/env bash
# Checks and tests the alert rules in deploy/ with promtool: test-alerts.sh
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

scripts/install-tools.sh promtool
promtool check rules deploy/alerts.yml
promtool test rules deploy/alerts.test.yml
# A rule without a test is one that nobody has seen firing.
while read -r alert; do
  grep -q "alertname: $alert$" deploy/alerts.test.yml || fail "deploy/alerts.test.yml: $alert has no test that fires it"
done < <(sed -n 's/^ *- alert: //p' deploy/alerts.yml)
