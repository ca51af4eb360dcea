#!/usr/bin/env bash
# Orders a certificate from Pebble, the test server of Let's Encrypt, and plays with it: test-acme.sh. Needs no network:
# it runs in a network of its own, in which this machine is cards.example.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

name=cards.example
url=https://$name:8443

if [ -z "${in_own_network:-}" ]; then
  scripts/install-tools.sh cargo pebble ip openssl curl
  program=${EIGHTS:-}
  if [ -z "$program" ]; then
    cargo build --release -p eights-cli
    program=${CARGO_TARGET_DIR:-target}/release/eights
  fi
  export in_own_network=1 EIGHTS="$program"
  as_root=(--user --map-root-user)
  [ "$(id -u)" -ne 0 ] || as_root=()
  exec unshare "${as_root[@]}" --net --mount "$0"
fi

folder=$(mktemp -d)
started=()
stop() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  wait
  started=()
}
trap 'stop; rm -rf "$folder"' EXIT
ip link set lo up
printf '127.0.0.1 localhost %s\n' "$name" >"$folder/hosts"
mount --bind "$folder/hosts" /etc/hosts

# The certificate of Pebble's own API.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=localhost" \
  -addext "subjectAltName=DNS:localhost" -addext "basicConstraints=critical,CA:FALSE" \
  -keyout "$folder/pebble.key" -out "$folder/pebble.pem" 2>/dev/null
cat >"$folder/pebble.json" <<END
{"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
  "certificate": "$folder/pebble.pem", "privateKey": "$folder/pebble.key", "httpPort": 8080, "tlsPort": 8443}}
END

authority() {
  # Without the random waits and refusals that Pebble makes up to test its clients.
  PEBBLE_VA_NOSLEEP=1 PEBBLE_WFE_NONCEREJECT=0 pebble -config "$folder/pebble.json" >"$folder/pebble.log" 2>&1 &
  started+=($!)
  wait_for "Pebble" curl --silent --fail --output "$folder/root.pem" --cacert "$folder/pebble.pem" https://localhost:15000/roots/0
}

server() {
  "$EIGHTS" serve --bind 127.0.0.1:8443 --tls-acme "$name" --tls-contact "operator@$name" \
    --set "tls-directory=https://localhost:14000/dir" --set "tls-directory-ca=$folder/pebble.pem" \
    --public-url "$url" --no-qr --store "sqlite:$folder/data" --set request-rate=0 --set message-rate=0 \
    --set max-per-address=0 --set bot-pause=0 >"$folder/out" 2>"$folder/server.log" &
  started+=($!)
}

# wait_for WHAT COMMAND…: until the command succeeds.
wait_for() {
  local what=$1
  shift
  for _ in $(seq 300); do
    if "$@"; then return; fi
    sleep 0.1
  done
  fail "no $what: $(tail -n 5 "$folder"/*.log)"
}

is_served() { curl --silent --fail --output /dev/null --cacert "$folder/root.pem" "$url/readyz"; }
serial() {
  openssl s_client -connect "$name:8443" -servername "$name" </dev/null 2>/dev/null | openssl x509 -noout -serial
}

# Without an authority there is no certificate; the server waits for it.
server
wait_for "warning" grep -q "no certificate for $name yet, it is tried again" "$folder/server.log"
authority
wait_for "certificate" is_served
grep -q "there is a new certificate for $name" "$folder/server.log" || fail "the log does not say so: $(cat "$folder/server.log")"
first=$(serial)
[ "$(stat -c %a "$folder/data/acme")" = 700 ] || fail "others can read the keys in $folder/data/acme"
"$EIGHTS" load --url "$url" --ca "$folder/root.pem" --tables 2 --seats 2 --seconds 2 >"$folder/report" || fail "nobody could play"
say "a certificate was ordered, and $(grep -m 1 -o '[0-9,]* moves' "$folder/report" || say "a game") played with it"

# After a restart the certificate is the same, also when the authority cannot be reached.
cp "$folder/root.pem" "$folder/kept.pem"
stop
server
wait_for "certificate after a restart" is_served
[ "$(serial)" = "$first" ] || fail "another certificate after a restart"
say "the certificate is kept over a restart"

# A folder that cannot be used is named.
stop
: >"$folder/file"
said=$("$EIGHTS" serve --bind 127.0.0.1:8443 --tls-acme "$name" --set "tls-cache=$folder/file" --store memory 2>&1) && fail "a file is taken for a folder"
[[ $said == *"the folder $folder/file for ordered certificates cannot be used"* ]] || fail "$said"
