#!/usr/bin/env bash
# Trains a network that values positions in three rounds: train/rounds.sh OUT [SCALE]. First the heuristic policy plays,
# then the network of the round before. SCALE multiplies all times (1: five minutes on 16 cores and a GPU).
# GAME, VALUES and RECORD are as in run.sh. FROM has weights to begin with; the first round is then left out.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:?usage: train/rounds.sh OUT [SCALE]}
scale=${2:-1}
seconds() { awk "BEGIN { print int($1 * $scale + 1) }"; }
minutes() { awk "BEGIN { print $1 * $scale }"; }
from=${FROM:-$out.1}
[ -n "${FROM:-}" ] || train/run.sh "$out.1" "$(seconds 30)" "$(minutes 0.7)"
TRAIN="--go-on-from $from --rate 0.0015" train/run.sh "$out.2" "$(seconds 60)" "$(minutes 0.6)" --worlds 4 --weights "$from" --seed 2
TRAIN="--go-on-from $out.2 --rate 0.001" train/run.sh "$out" "$(seconds 90)" "$(minutes 0.5)" --worlds 4 --weights "$out.2" --seed 3
