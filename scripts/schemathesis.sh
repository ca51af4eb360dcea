#!/usr/bin/env bash
# Tests the HTTP API against its OpenAPI document with schemathesis: schemathesis.sh [options of `st run`].
# Installs schemathesis from PyPI into target/schemathesis and starts a server in a temporary folder.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

version=4.32.5
venv=$root/target/schemathesis
have python3 || fail "python3 is missing"
if ! "$venv/bin/st" --version 2>/dev/null | grep -qF "$version"; then
  say "installing schemathesis $version into target/schemathesis"
  rm -rf "$venv"
  python3 -m venv "$venv" || fail "python3 cannot create a venv (Debian: sudo apt-get install python3-venv)"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
fi

scripts/install-tools.sh cargo
program=${EIGHTS:-}
if [ -z "$program" ]; then
  cargo build --release -p eights-cli
  program=${CARGO_TARGET_DIR:-target}/release/eights
fi

folder=$(mktemp -d)
"$program" serve --bind 127.0.0.1:0 --store "sqlite:$folder/data" --no-qr --set request-rate=0.0 --set max-per-address=0 \
  --set max-tables=0 --set max-tables-per-address=0 --set new-people-per-day=0 --set new-sheets-per-day=0 >"$folder/out" 2>"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  url=$(grep -om 1 'http://127[^ ]*' "$folder/out" || true)
  [ -n "$url" ] && break
  sleep 0.1
done
[ -n "$url" ] || fail "the server did not start: $(cat "$folder/log")"

# Requests need the cookie of a guest, and those that change something also the header X-Eights.
cookie=$(python3 - "$url" <<'END'
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1] + "/api/me").headers["set-cookie"].split(";")[0])
END
)
status=0
"$venv/bin/st" run "$url/openapi.json" --header "Cookie: $cookie" --header "X-Eights: 1" \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --max-examples 60 --seed 8 "$@" || status=$?
kill -0 "$server" 2>/dev/null || fail "the server died: $(tail -n 5 "$folder/log")"
if grep -qE 'panicked|a fault at this table' "$folder/log"; then
  fail "the server panicked or reported a fault: $(grep -m 3 -E 'panicked|fault' "$folder/log")"
fi
exit "$status"
