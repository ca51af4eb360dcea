#!/usr/bin/env bash
# Serves tables from several servers on this machine, to see that tables outlive them. play-cluster.sh starts a
# PostgreSQL primary, its standby, three nodes and nginx in front of them, and ends all of it on Ctrl-C.
# play-cluster.sh kill-node kills the node with the most tables meanwhile. PORT=8088; EIGHTS=PROGRAM builds nothing.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

port=${PORT:-8088}
place=${TMPDIR:-/tmp}/eights-cluster-$port
primary_port=$((port + 1))
standby_port=$((port + 2))
# Node 2 listens for nginx at port + 12, and for other nodes at port + 22.
first_port=$((port + 10))
nodes=(1 2 3)
# A killed node is started again after this many seconds, as systemd would.
rest=15

# Everything ends with this script. It is in sessions of its own, so that Ctrl-C reaches only this script, which ends
# the parts in their order. PostgreSQL refuses to run as root.
ours=(setsid setpriv --pdeathsig=TERM)
user=()
[ "$(id -u)" -ne 0 ] || user=(--reuid=postgres --regid=postgres --clear-groups)

scripts/install-tools.sh postgres
postgres=$(find /usr/lib/postgresql -path '*/bin/initdb' -printf '%h\n' 2>/dev/null | sort -V | tail -1)
postgres=${postgres:-$(dirname "$(command -v initdb)")}

# sql DATABASE SQL: at the primary.
sql() { "$postgres/psql" -XqAt -h 127.0.0.1 -p "$primary_port" -U eights -d "$1" -c "$2"; }

if [ "${1:-}" = kill-node ]; then
  [ -e "$place/password" ] || fail "no cluster runs at port $port: start one with make play-cluster"
  PGPASSWORD=$(cat "$place/password")
  export PGPASSWORD
  owner=$(sql eights "SELECT address FROM room JOIN node ON node.id = owner GROUP BY address ORDER BY count(*) DESC LIMIT 1")
  [ -n "$owner" ] || fail "there is no table yet: open one, and kill its node while you play"
  number=$((${owner##*:} - first_port - 10))
  kill -KILL "$(cat "$place/node-$number.pid")"
  say "killed node $number: its tables go on at the others, and it starts again in $rest seconds"
  exit
fi

if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
  fail "something listens at port $port already: stop it, or choose another one with PORT=8188 make play-cluster"
fi
scripts/install-tools.sh nginx
nginx=$(PATH=$PATH:/usr/sbin command -v nginx)
program=${EIGHTS:-}
if [ -z "$program" ]; then
  FEATURES=postgres scripts/play.sh build
  program=${CARGO_TARGET_DIR:-target}/play/eights
fi

rm -rf "$place"
mkdir -m 700 "$place"
PGPASSWORD=$(head -c 18 /dev/urandom | base64 | tr '+/' '-_')
export PGPASSWORD
(umask 077 && say "$PGPASSWORD" >"$place/password")
[ ${#user[@]} -eq 0 ] || chown -R postgres "$place"

others=()
closing() {
  local status=$?
  trap '' INT TERM HUP
  say "stopping"
  # Nodes fold their tables into the database, so it ends after them.
  for number in "${!node[@]}"; do kill "${node[$number]}" 2>/dev/null || true; done
  for number in "${!node[@]}"; do wait "${node[$number]}" 2>/dev/null || true; done
  for process in "${others[@]}"; do kill -INT "$process" 2>/dev/null || true; done
  wait
  rm -rf "$place"
  exit "$status"
}
trap closing EXIT
trap 'exit 0' INT TERM HUP

# wait_for WHAT LOG COMMAND…: until a command succeeds.
wait_for() {
  local what=$1 log=$2
  shift 2
  for _ in $(seq 150); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.2
  done
  tail -n 5 "$log" >&2
  fail "$what does not start, see above"
}

# run_postgres NAME PORT: starts a server on its folder.
run_postgres() {
  local options=(-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c logging_collector=off)
  "${ours[@]}" "${user[@]}" "$postgres/postgres" -D "$place/$1" -p "$2" "${options[@]}" >"$place/$1.log" 2>&1 &
  others+=($!)
  wait_for "the $1 of the database" "$place/$1.log" "$postgres/pg_isready" -h 127.0.0.1 -p "$2"
}

say "starting a primary and a standby in $place"
cd "$place"
"${ours[@]}" "${user[@]}" "$postgres/initdb" -N -A scram-sha-256 -U eights --pwfile="$place/password" --locale=C -E UTF8 -D "$place/primary" >"$place/initdb.log"
run_postgres primary "$primary_port"
"${ours[@]}" "${user[@]}" "$postgres/pg_basebackup" -R -c fast -D "$place/standby" \
  -d "host=127.0.0.1 port=$primary_port user=eights password=$PGPASSWORD application_name=standby"
run_postgres standby "$standby_port"
sql postgres "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'"
sql postgres "SELECT pg_reload_conf()" >/dev/null
sql postgres "CREATE DATABASE eights"
cd "$root"

# In a variable, since other users can see the options of a program.
export EIGHTS_STORE="postgres://eights:$PGPASSWORD@127.0.0.1:$primary_port,127.0.0.1:$standby_port/eights"
node=()
run_node() {
  local number=$1
  "${ours[@]}" "$program" serve --no-qr --bind "127.0.0.1:$((first_port + number))" \
    --node-address "127.0.0.1:$((first_port + 10 + number))" --set behind-proxy=true >>"$place/node-$number.log" 2>&1 &
  node[number]=$!
  say "$!" >"$place/node-$number.pid"
}
is_ready() { curl -fs --max-time 2 "http://127.0.0.1:$((first_port + $1))/readyz"; }
for number in "${nodes[@]}"; do run_node "$number"; done
for number in "${nodes[@]}"; do wait_for "node $number" "$place/node-$number.log" is_ready "$number"; done

cat >"$place/nginx.conf" <<END
daemon off;
pid $place/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path $place/body;
  proxy_temp_path $place/proxy;
  fastcgi_temp_path $place/fastcgi;
  uwsgi_temp_path $place/uwsgi;
  scgi_temp_path $place/scgi;
  map \$http_upgrade \$eights_connection { default upgrade; '' ''; }
  upstream nodes {
$(for number in "${nodes[@]}"; do say "    server 127.0.0.1:$((first_port + number)) max_fails=1 fail_timeout=1s;"; done)
    keepalive 32;
  }
  server {
    listen $port;
    location / {
      proxy_pass http://nodes;
      proxy_http_version 1.1;
      proxy_connect_timeout 1s;
      proxy_read_timeout 10m;
      proxy_set_header Host \$http_host;
      proxy_set_header Upgrade \$http_upgrade;
      proxy_set_header Connection \$eights_connection;
      proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
    }
  }
}
END
"${ours[@]}" "${user[@]}" "$nginx" -p "$place" -c "$place/nginx.conf" -e stderr 2>"$place/nginx.log" &
others+=($!)
wait_for nginx "$place/nginx.log" curl -fs "http://127.0.0.1:$port/readyz"

say ""
say "Three servers serve the same tables at http://localhost:$port"
for address in $(hostname -I 2>/dev/null); do
  [[ $address == *:* ]] || say "                      on the network: http://$address:$port"
done
say "Open a table, play, and in another terminal: make kill-node"
say "Logs are in $place. Ctrl-C ends everything, and its data with it."

# Starts nodes again that have ended.
ended=()
while sleep 1; do
  for number in "${nodes[@]}"; do
    if kill -0 "${node[$number]}" 2>/dev/null; then continue; fi
    [ -n "${ended[$number]:-}" ] || ended[number]=$SECONDS
    if [ $((SECONDS - ended[number])) -ge "$rest" ]; then
      unset "ended[$number]"
      run_node "$number"
      say "node $number starts again"
    fi
  done
done
