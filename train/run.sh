#!/usr/bin/env bash
# Records hands and trains a network of GAME (crazy-eights) on them: train/run.sh OUT [SECONDS] [MINUTES] [OPTION…].
# In Crazy Eights that is the network that estimates answers, or with VALUES=1 the one that values positions.
# Records for SECONDS (60) on all cores, then trains for MINUTES (2); further options go to train/jobs.py. Runs on any
# machine that has Python with PyTorch, faster with a GPU. RECORD is the example `record`, if it is built already;
# TRAIN has further options of train/train.py, such as `--go-on-from WEIGHTS --rate 0.0005`.
set -euo pipefail
cd "$(dirname "$0")/.."
game=${GAME:-crazy-eights}
case $game${VALUES:+-values} in
  crazy-eights) network=answers options=() ;;
  crazy-8-ball*) network=values options=(--values) ;;
  *) network=cards options=(--values) ;;
esac
out=${1:?usage: train/run.sh OUT [SECONDS] [MINUTES] [OPTION…]}
seconds=${2:-60}
minutes=${3:-2}
record=${RECORD:-target/release/examples/record}
[ -x "$record" ] || cargo build --release -p eights-match --example record
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Jobs whose rules do not allow that number of players, or contradict each other, fail and are skipped.
python3 train/jobs.py "$record" "$folder" "$seconds" "$(nproc)" --game "$game" "${options[@]}" "${@:4}" |
  xargs -P "$(nproc)" -d '\n' -I {} sh -c '{} 2>/dev/null || true' | tail -5
python3 train/train.py "$out" "$folder"/*.rec --network "$network" --minutes "$minutes" ${TRAIN:-}
