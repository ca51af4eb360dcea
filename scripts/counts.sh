#!/usr/bin/env bash
# Counts the instructions of hot paths under valgrind: runs the bench target `counts` of every crate that has one.
# Fails if a count is more than 5 % above the one recorded in the crate's benches/counts.toml.
# counts.sh --record writes the current counts to that file instead.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

case ${1:-} in
  "") record=no ;;
  --record) record=yes ;;
  *) fail "usage: counts.sh [--record]" ;;
esac

scripts/install-tools.sh cargo valgrind gungraun
# Some containers do not allow disabling address space randomization; counts hardly depend on it.
if ! setarch -R true 2>/dev/null; then export GUNGRAUN_ALLOW_ASLR=yes; fi

# Counts are only comparable with the same compiler on the same kind of machine.
compiler=$(rustc --version --verbose | awk '/^release:/ { r = $2 } /^host:/ { h = $2 } END { print r, h }')

# counted LOG: extracts the counts of a run as lines `name number`.
counted() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    /^[a-z_]+::/ { name = $1; sub(/^[a-z_]+::[a-z_]+::/, "", name); id = $2; sub(/:.*/, "", id); name = name "." id }
    /^ *Instructions:/ { split($2, both, "|"); print name, both[1] }'
}

# recorded FILE: the recorded counts in the same form.
recorded() { awk -F ' *= *' '/^[a-z]/ && $1 != "compiler" { print $1, $2 }' "$1"; }

# record_counts CRATE LOG FILE: writes the counts of a run to a file.
record_counts() {
  {
    say "# Instructions of the hot paths of $1. Written by scripts/counts.sh --record."
    say "compiler = \"$compiler\""
    counted "$2" | awk '{ print $1 " = " $2 }'
  } >"$3"
  say "$3: $(counted "$2" | wc -l) counts recorded"
}

# compare LOG FILE: prints how every count has changed; status 1 if one grew too much, 2 if one is missing.
compare() {
  awk '
    NR == FNR { before[$1] = $2; next }
    { now[$1] = $2
      if (!($1 in before)) { printf "  %-24s %10d  not recorded\n", $1, $2; bad = 2; next }
      change = 100 * ($2 - before[$1]) / before[$1]
      word = ""
      if (change > 5) { word = "  TOO MANY"; if (!bad) bad = 1 }
      if (change < -5) word = "  record the improvement"
      printf "  %-24s %10d  recorded %10d  %+6.1f %%%s\n", $1, $2, before[$1], change, word }
    END { for (name in before) if (!(name in now)) { printf "  %-24s was not counted\n", name; bad = 2 }
          exit bad }' <(recorded "$2") <(counted "$1")
}

mkdir -p target/counts
failed=0
for bench in crates/*/benches/counts.rs; do
  crate=$(basename "$(dirname "$(dirname "$bench")")")
  file=${bench%.rs}.toml
  log=target/counts/$crate.txt
  say "$crate: counting"
  if ! cargo bench --quiet -p "$crate" --bench counts >"$log" 2>&1; then
    cat "$log"
    fail "$crate: the benches failed"
  fi
  [ -n "$(counted "$log")" ] || fail "$crate: the run printed no counts, see $log"
  if [ "$record" = yes ]; then
    record_counts "$crate" "$log" "$file"
    continue
  fi
  [ -f "$file" ] || fail "$file is missing: run scripts/counts.sh --record"
  recorded_with=$(sed -n 's/^compiler = "\(.*\)"$/\1/p' "$file")
  status=0
  compare "$log" "$file" || status=$?
  [ "$status" -ne 2 ] || fail "the recorded counts do not match the benches: run scripts/counts.sh --record"
  if [ "$status" -ne 0 ] && [ "$recorded_with" = "$compiler" ]; then
    failed=1
  elif [ "$recorded_with" != "$compiler" ]; then
    say "  not enforced: recorded with $recorded_with, this is $compiler"
  fi
done
[ "$failed" -eq 0 ] || fail "too many instructions; if the change is worth it, run scripts/counts.sh --record"
