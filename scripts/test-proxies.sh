#!/usr/bin/env bash
# Plays through nginx and Caddy with the recipes in deploy/: test-proxies.sh. Needs no network: it runs in a network
# of its own, in which this machine has the address of a stranger.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

# Not an address of a private network, from which the server would trust X-Forwarded-For.
address=203.0.113.7
url=https://$address:8443

if [ -z "${in_own_network:-}" ]; then
  scripts/install-tools.sh cargo nginx caddy ip openssl curl
  program=${EIGHTS:-}
  if [ -z "$program" ]; then
    cargo build --release -p eights-cli
    program=${CARGO_TARGET_DIR:-target}/release/eights
  fi
  export in_own_network=1 EIGHTS="$program"
  as_root=(--user --map-root-user)
  [ "$(id -u)" -ne 0 ] || as_root=()
  exec unshare "${as_root[@]}" --net "$0"
fi

ip link set lo up
ip address add "$address/32" dev lo
folder=$(mktemp -d)
started=()
stop() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  wait
  started=()
}
trap 'stop; rm -rf "$folder"' EXIT

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$address" \
  -addext "subjectAltName=IP:$address" -addext "basicConstraints=critical,CA:FALSE" \
  -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null

# status PATH [OPTION…]: the status of a request through the proxy.
status() {
  local path=$1
  shift
  curl --silent --output /dev/null --write-out '%{http_code}' --cacert "$folder/cert.pem" "$@" "$url$path" || true
}

# wait_for_status STATUS PATH: until the proxy and the server answer with it.
wait_for_status() {
  for _ in $(seq 100); do
    [ "$(status "$2")" != "$1" ] || return 0
    sleep 0.1
  done
  fail "no $1 from $url$2: $(tail -n 3 "$folder"/*.log)"
}

# server: starts Eights as the recipes say.
server() {
  "$EIGHTS" serve --bind 127.0.0.1:8088 --public-url "$url" --set behind-proxy=true --no-qr --store "sqlite:$folder/data" \
    --set request-rate=0 --set message-rate=0 --set bot-pause=0 >"$folder/out" 2>"$folder/server.log" &
  started+=($!)
}

# play NAME: plays two tables through the proxy, and checks that the server knows the address of the players.
play() {
  local name=$1 report
  wait_for_status 200 /readyz
  report=$(timeout 60 "$EIGHTS" load --url "$url" --ca "$folder/cert.pem" --tables 2 --seats 2 --seconds 3 --json) ||
    fail "$name: nobody could play: $(tail -n 3 "$folder"/*.log)"
  python3 - "$name" "$report" <<'END'
import json, sys
name, report = sys.argv[1], json.loads(sys.argv[2])
if report["moves"] < 100 or report["refused"] > 0:
    sys.exit(f"{name}: {report['moves']} moves, {report['refused']} refused")
print(f"{name}: {report['moves']} moves through the proxy")
END
  # The page of another address may not open a WebSocket.
  upgrade=(--http1.1 --header "Connection: Upgrade" --header "Upgrade: websocket" --header "Sec-WebSocket-Version: 13"
    --header "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==" --max-time 5)
  [ "$(status /ws/ABCDEFGH "${upgrade[@]}" --header "Origin: https://evil.example")" = 403 ] ||
    fail "$name: a foreign page is not refused"
  "$EIGHTS" admin --store "sqlite:$folder/data" ban "$address" >/dev/null
  [ "$(status /api/levels)" = 403 ] || fail "$name: the server does not see the address of the player"
  [ "$(status /api/levels --header "X-Forwarded-For: 198.51.100.9")" = 403 ] ||
    fail "$name: a player can choose an address"
  [ "$(curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:8088/api/levels)" = 200 ] ||
    fail "$name: the server takes the proxy for the player"
  "$EIGHTS" admin --store "sqlite:$folder/data" unban "$address" >/dev/null
  [ "$(status /api/levels)" = 200 ] || fail "$name: the ban is not lifted"
  say "$name: addresses and WebSockets as they should be"
}

with_nginx() {
  sed -e "s|/etc/letsencrypt/live/cards.example/fullchain.pem|$folder/cert.pem|" \
    -e "s|/etc/letsencrypt/live/cards.example/privkey.pem|$folder/key.pem|" \
    -e "s|server_name cards.example|server_name $address|" \
    -e '/listen \[::\]/d' -e 's|listen 80;|listen 8080;|' -e 's|listen 443 ssl;|listen 8443 ssl;|' deploy/nginx.conf >"$folder/site.conf"
  # Debian's main file does the rest: here with folders of its own, and in the foreground.
  cat >"$folder/nginx.conf" <<END
user root;
daemon off;
pid $folder/nginx.pid;
error_log $folder/nginx.log;
events {}
http {
  access_log off;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  include $folder/site.conf;
}
END
  nginx -q -t -c "$folder/nginx.conf"
  nginx -c "$folder/nginx.conf" &
  started+=($!)
  server
  play nginx
  [ "$(curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' "http://$address:8080/t/ABC?x=1")" = "308 https://$address/t/ABC?x=1" ] ||
    fail "nginx: plain HTTP is not redirected"
  stop
}

with_caddy() {
  # No certificate can be ordered here, and nothing listens on the ports of a real server.
  {
    printf '{\n\tadmin off\n\tauto_https off\n\tstorage file_system %s\n}\n' "$folder/caddy"
    sed "s|^cards.example {|$url {\n\ttls $folder/cert.pem $folder/key.pem|" deploy/Caddyfile
  } >"$folder/Caddyfile"
  export HOME=$folder
  caddy validate --adapter caddyfile --config deploy/Caddyfile >"$folder/validate.log" 2>&1 || fail "$(tail -n 2 "$folder/validate.log")"
  caddy run --adapter caddyfile --config "$folder/Caddyfile" >"$folder/caddy.log" 2>&1 &
  started+=($!)
  server
  play Caddy
  stop
}

with_nginx
with_caddy
