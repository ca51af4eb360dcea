#!/usr/bin/env bash
# Measures servers that share a PostgreSQL database with a synchronous standby, and prints each figure beside its goal:
# cluster.sh [SECONDS [TABLES]]. Measures for SECONDS each time, and lets a server with TABLES tables be lost. Load
# tool, databases and servers all run on this machine. EIGHTS=PROGRAM builds nothing.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/../scripts/lib.sh"

seconds=${1:-10}
tables=${2:-2000}
scripts/install-tools.sh cargo postgres
program=${EIGHTS:-}
if [ -z "$program" ]; then
  cargo build --release -p eights-cli
  program=${CARGO_TARGET_DIR:-target}/release/eights
fi

# field NAME JSON: a number of a report.
field() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" <<<"$2"; }

# calculate EXPRESSION: with two decimals.
calculate() { awk "BEGIN { printf \"%.2f\", ($1) }"; }

# figure NAME VALUE UNIT at-least|at-most GOAL: prints a row.
missed=0
figure() {
  local verdict=reached
  # "inf" where tables did not play on.
  [[ $2 =~ ^[0-9.]+$ ]] || verdict=MISSED
  if [ "$4" = at-least ] && [ "$(calculate "$2 >= $5")" != 1.00 ]; then verdict=MISSED; fi
  if [ "$4" = at-most ] && [ "$(calculate "$2 <= $5")" != 1.00 ]; then verdict=MISSED; fi
  [ "$verdict" = reached ] || missed=$((missed + 1))
  printf '%-62s %9s %-9s goal %s %s: %s\n' "$1" "$2" "$3" "${4/-/ }" "$5" "$verdict"
}

say "Load tool, database and nodes on the same $(nproc) cores, load average $(cut -d ' ' -f 1 /proc/loadavg)."

full=$("$program" load --nodes 1 --tables 500 --seconds "$seconds" --json)
rate=$(field moves-per-s "$full")
figure "moves a second, one node, a synchronous standby" "$(calculate "$rate")" "" at-least 8000

# A step every PACE milliseconds at each of 1,000 tables is half of that.
pace=$(calculate "1000 * 1000 / ($rate / 2)")
half=$("$program" load --nodes 1 --tables 1000 --pace "${pace}ms" --seconds "$seconds" --json)
figure "p99 of a move at half of that ($(field moves-per-s "$half" | cut -d . -f 1) a second)" "$(field p99-ms "$half")" ms at-most 15

# A quarter of the load, so that neither waits for a core.
pace=$(calculate "1000 * 500 / ($rate / 4)")
direct=$("$program" load --nodes 1 --tables 500 --pace "${pace}ms" --seconds "$seconds" --json)
relayed=$("$program" load --nodes 2 --relayed --tables 500 --pace "${pace}ms" --seconds "$seconds" --json)
before=$(field server-cpu-us-per-move "$direct")
after=$(field server-cpu-us-per-move "$relayed")
say "CPU time of all nodes for a move: $(calculate "$before") µs directly, $(calculate "$after") µs with all sockets relayed;"
say "half of all moves are seen after $(field p50-ms "$direct") ms directly, after $(field p50-ms "$relayed") ms relayed"
figure "what a relay adds to a move" "$(calculate "100 * ($after - $before) / $before")" "%" at-most 30

# outage HOW: loses one of three nodes, with one person and three bots at each table.
outage() { "$program" load --nodes 3 --tables $((3 * tables)) --people 1 --pace 4s --seconds 2 --lose "$1" | tail -n 2; }
killed=$(outage kill)
say "$killed"
seen() { sed -n "s/.* \([0-9.inf]*\) s ($1).*/\1/p" <<<"$killed"; }
figure "a killed node: until half of its tables play on" "$(seen median)" s at-most 2
figure "a killed node: until 99 of 100 do" "$(seen p99)" s at-most 5
stopped=$(outage stop)
say "$stopped"
figure "a stopped node: until it has given its tables away and ended" "$(sed -n 's/.*ended after \([0-9.]*\) s.*/\1/p' <<<"$stopped")" s at-most 3

[ "$missed" -eq 0 ] || fail "$missed goals were missed"
