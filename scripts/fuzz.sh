#!/usr/bin/env bash
# Runs fuzz targets for some seconds each, all of them by default: fuzz.sh SECONDS [TARGET…].
# Uses libFuzzer with the stable compiler: LLVM's own pass instruments coverage, so no nightly flag is needed.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

[[ ${1:-} =~ ^[1-9][0-9]*$ ]] || fail "usage: fuzz.sh SECONDS [TARGET…]"
seconds=$1
shift
mapfile -t all < <(basename -s .rs fuzz/libfuzzer/targets/*.rs)
targets=("${@:-${all[@]}}")
for target in "${targets[@]}"; do
  [ -f "fuzz/libfuzzer/targets/$target.rs" ] || fail "fuzz.sh: there is no target '$target'; choose from ${all[*]}"
done

scripts/install-tools.sh cargo
if [ -z "${CXX:-}" ] && ! have c++ && ! have g++ && ! have clang++; then
  fail "libFuzzer needs a C++ compiler (Debian: sudo apt-get install g++)"
fi

# Without --target the flags would apply to build scripts too, which cannot be linked with them.
triple=$(rustc --version --verbose | sed -n 's/^host: //p')
flags="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
flags+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
flags+=" -Cllvm-args=-sanitizer-coverage-trace-compares"
say "building the fuzz targets"
RUSTFLAGS=$flags cargo build --quiet --release --bins --target "$triple" \
  --manifest-path fuzz/libfuzzer/Cargo.toml --target-dir fuzz/target
built=fuzz/target/$triple/release

# A dictionary of the words used in rules, from which libFuzzer builds inputs.
words=fuzz/target/words.dict
find schema rules \( -name '*.json' -o -name '*.toml' \) -exec cat {} + |
  grep -oE '"[A-Za-z0-9 -]{1,24}"' | sort -u >"$words"

# inputs TARGET: the folders of seed inputs, besides the corpus.
inputs() {
  [ -d "fuzz/seeds/$1" ] && say "fuzz/seeds/$1"
  case $1 in
    sheet) say rules ;;
    rulebook) say rulebook ;;
  esac
}

# run_target TARGET: runs one target and writes its log.
run_target() {
  local target=$1 folders options
  mkdir -p "fuzz/corpus/$target" "fuzz/artifacts/$target"
  mapfile -t folders < <(inputs "$target")
  options=("-max_total_time=$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 "-dict=$words"
    "-artifact_prefix=fuzz/artifacts/$target/")
  "$built/$target" "${options[@]}" "fuzz/corpus/$target" "${folders[@]}" >"$built/$target.log" 2>&1
}

# report TARGET STATUS: prints the result, and for a failure the input and how to repeat it.
report() {
  local target=$1 status=$2 log=$built/$1.log runs cov found
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  cov=$(grep -oaE 'cov: [0-9]+' "$log" | tail -n 1 || true)
  if [ "$status" -eq 0 ]; then
    printf '%-10s %9s executions, %s, nothing found\n' "$target" "${runs:-0}" "${cov:-cov: 0}"
    return
  fi
  found=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
  printf '%-10s FAILED (status %s) after %s executions\n' "$target" "$status" "${runs:-?}"
  grep -aA 3 -m 1 -E 'panicked at|ERROR: libFuzzer' "$log" || tail -n 20 "$log"
  say "  input:  ${found:-not written, see $log}"
  [ -z "$found" ] || say "  repeat: $built/$target $found"
}

# Each target uses one core.
say "running ${#targets[@]} targets, $seconds s each"
failed=0
cores=$(nproc 2>/dev/null || echo 1)
for ((first = 0; first < ${#targets[@]}; first += cores)); do
  batch=("${targets[@]:first:cores}")
  pids=()
  for target in "${batch[@]}"; do
    run_target "$target" &
    pids+=($!)
  done
  for i in "${!batch[@]}"; do
    status=0
    wait "${pids[i]}" || status=$?
    report "${batch[i]}" "$status"
    [ "$status" -eq 0 ] || failed=1
  done
done
[ "$failed" -eq 0 ] || fail "a fuzz target found something"
