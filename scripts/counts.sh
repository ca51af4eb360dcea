#!/usr/bin/env bash
# Counts the instructions of the hot paths under valgrind: the bench target `counts` of every crate that has one.
# Each count is compared with the crate's benches/counts.toml; one that grew by more than 5 % fails the run.
# counts.sh --record writes the numbers of today there instead.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

case ${1:-} in
  "") record=no ;;
  --record) record=yes ;;
  *) fail "usage: counts.sh [--record]" ;;
esac

scripts/install-tools.sh cargo valgrind gungraun
# Some containers forbid switching address randomisation off; counts hardly depend on it.
if ! setarch -R true 2>/dev/null; then export GUNGRAUN_ALLOW_ASLR=yes; fi

# Another compiler makes other instructions, and so does another kind of machine.
compiler=$(rustc --version --verbose | awk '/^release:/ { r = $2 } /^host:/ { h = $2 } END { print r, h }')

# counted LOG: a line `name number` for every count of a run.
counted() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    /^[a-z_]+::/ { name = $1; sub(/^[a-z_]+::[a-z_]+::/, "", name); id = $2; sub(/:.*/, "", id); name = name "." id }
    /^ *Instructions:/ { split($2, both, "|"); print name, both[1] }'
}

# recorded FILE: the same for the numbers that were kept.
recorded() { awk -F ' *= *' '/^[a-z]/ && $1 != "compiler" { print $1, $2 }' "$1"; }

# keep CRATE LOG FILE: writes the numbers down.
keep() {
  {
    say "# Instructions of the hot paths of $1. Written by scripts/counts.sh --record."
    say "compiler = \"$compiler\""
    counted "$2" | awk '{ print $1 " = " $2 }'
  } >"$3"
  say "$3: $(counted "$2" | wc -l) counts recorded"
}

# compare LOG FILE: says how every count has changed; status 1 when one grew too much, 2 when one is missing.
compare() {
  awk '
    NR == FNR { before[$1] = $2; next }
    { now[$1] = $2
      if (!($1 in before)) { printf "  %-24s %10d  not recorded\n", $1, $2; bad = 2; next }
      change = 100 * ($2 - before[$1]) / before[$1]
      word = ""
      if (change > 5) { word = "  TOO MANY"; if (!bad) bad = 1 }
      if (change < -5) word = "  record the gain"
      printf "  %-24s %10d  recorded %10d  %+6.1f %%%s\n", $1, $2, before[$1], change, word }
    END { for (name in before) if (!(name in now)) { printf "  %-24s was not counted\n", name; bad = 2 }
          exit bad }' <(recorded "$2") <(counted "$1")
}

mkdir -p target/counts
failed=0
for bench in crates/*/benches/counts.rs; do
  crate=$(basename "$(dirname "$(dirname "$bench")")")
  kept=${bench%.rs}.toml
  log=target/counts/$crate.txt
  say "$crate: counting"
  if ! cargo bench --quiet -p "$crate" --bench counts >"$log" 2>&1; then
    cat "$log"
    fail "$crate: the benches do not run, or give another result than they should"
  fi
  [ -n "$(counted "$log")" ] || fail "$crate: nothing was counted, see $log"
  if [ "$record" = yes ]; then
    keep "$crate" "$log" "$kept"
    continue
  fi
  [ -f "$kept" ] || fail "$kept is missing: scripts/counts.sh --record"
  then=$(sed -n 's/^compiler = "\(.*\)"$/\1/p' "$kept")
  status=0
  compare "$log" "$kept" || status=$?
  [ "$status" -ne 2 ] || fail "the recorded counts are not those of the benches: scripts/counts.sh --record"
  if [ "$status" -ne 0 ] && [ "$then" = "$compiler" ]; then
    failed=1
  elif [ "$then" != "$compiler" ]; then
    say "  no more than a hint: recorded with $then, here is $compiler"
  fi
done
[ "$failed" -eq 0 ] || fail "too many instructions; if the change is worth them: scripts/counts.sh --record"
