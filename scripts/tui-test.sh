#!/usr/bin/env bash
# Tests the terminal client in a real terminal (tmux): plays a hand by keys, and checks that the terminal is always restored.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

have tmux || fail "tmux is missing: install it with your package manager (Debian: sudo apt-get install tmux)"
target=${CARGO_TARGET_DIR:-$root/target}
if [ -z "${EIGHTS:-}" ]; then
  cargo build -q -p eights-cli
  cargo build -q -p eights-tui --example panics
fi
eights=${EIGHTS:-$target/debug/eights}
panics=${PANICS:-$target/debug/examples/panics}

work=$(mktemp -d)
name=eights-test-$$-0
# A separate tmux server, so that other sessions are not touched.
mux() { tmux -L "$name" "$@"; }
# shellcheck disable=SC2317
closing() {
  mux kill-server 2>/dev/null || true
  rm -rf "$work"
}
trap closing EXIT

screen() { mux capture-pane -p -t "$name"; }
keys() { mux send-keys -t "$name" "$@"; }

# wait_for TEXT: waits up to ten seconds until the screen shows it.
wait_for() {
  local try
  for try in $(seq 200); do
    if screen | grep -qF -- "$1"; then return 0; fi
    sleep 0.05
  done
  screen >&2
  fail "the screen never showed: $1 (tried $try times)"
}

# start COLUMNS ROWS [NAME=VALUE…]: starts a shell in a terminal of that size.
start() {
  local columns=$1 rows=$2
  shift 2
  mux kill-server 2>/dev/null || true
  # A new name each time: the old server may not have exited yet.
  name=eights-test-$$-$((${name##*-} + 1))
  env -u NO_COLOR LANG=C.UTF-8 LC_ALL=C.UTF-8 COLORTERM=truecolor HOME="$work" XDG_CONFIG_HOME="$work" \
    USER=Ada "$@" tmux -L "$name" -f /dev/null new-session -d -s "$name" -x "$columns" -y "$rows" \
    "exec bash --norc --noprofile"
  keys "PS1='ready> '; clear" Enter
  wait_for "ready>"
}

# command WORDS: types a command that prints its exit status.
command() { keys "$1; echo \"status \$?\"" Enter; }

# expect_exit STATUS: the program has exited with this status, and the terminal is restored.
expect_exit() {
  wait_for "status $1"
  local state
  state=$(mux display-message -p -t "$name" '#{alternate_on} #{mouse_any_flag} #{cursor_flag}')
  [ "$state" = "0 0 1" ] || fail "the terminal was not restored: alternate screen, mouse, cursor: $state"
  keys "stty -a | tr ' ;' '\n\n' | grep -xE 'echo|icanon|isig' | sort | xargs echo has" Enter
  wait_for "has echo icanon isig"
  keys "clear" Enter
  sleep 0.1
}

say "the menu, and a hand played by keys"
start 100 30
command "$eights play"
wait_for "the Crazy Eights family"
keys Enter Enter
wait_for "Log"
keys q
wait_for "Leave the table?"
keys Enter
wait_for "the Crazy Eights family"
keys q
expect_exit 0

command "$eights play crazy-eights --seats 2 --seed 7 --journal $work/hand.jsonl"
wait_for "turn"
keys + +
for _ in $(seq 400); do
  shown=$(screen)
  case $shown in
    *"Score sheet"*) break ;;
    *"your turn"*) keys Enter ;;
    *"‹"* | *"=♣"* | *"=♥"*) keys Enter ;;
    *) keys Escape ;;
  esac
  sleep 0.05
done
wait_for "Score sheet"
wait_for "this hand"
keys Enter
sleep 0.3

say "resizing during a game"
mux resize-window -t "$name" -x 80 -y 24
wait_for "q leave"
mux resize-window -t "$name" -x 140 -y 45
wait_for ": type"

say "Ctrl-C, kill, panic, a closed terminal, an unreachable server"
keys C-c
expect_exit 0
command "$eights play crazier-eights --seats 3 --seed 4"
wait_for "Draw pile"
kill -TERM "$(pgrep -n -f -- "$eights play crazier-eights --seats 3 --seed 4")"
expect_exit 143
command "$panics"
wait_for "the Crazy Eights family"
keys d
wait_for "the floor opens"
expect_exit 101
command "$eights play --join http://127.0.0.1:9/t/ABCDE"
wait_for "nothing listens at"
keys q
wait_for "the Crazy Eights family"
keys Escape
expect_exit 0
command "$eights play crazy-8-ball --seed 5"
wait_for "draw pile"
pid=$(pgrep -n -f -- "$eights play crazy-8-ball --seed 5")
mux kill-session -t "$name"
for _ in $(seq 100); do
  kill -0 "$pid" 2>/dev/null || break
  sleep 0.05
done
if kill -0 "$pid" 2>/dev/null; then fail "the program keeps running when its terminal is closed"; fi

say "replaying a journal"
start 80 24
command "$eights replay $work/hand.jsonl"
wait_for "step 0 of"
keys Right Right Right
wait_for "step 3 of"
keys Left
wait_for "step 2 of"
keys q
expect_exit 0

say "no colour, no Unicode, no full screen"
start 80 24 NO_COLOR=1 COLORTERM=
command "$eights play crazy-eights --seed 7"
wait_for "turn"
if mux capture-pane -e -p -t "$name" | grep -qE $'\x1b\\[([0-9;]*;)?(3[0-7]|4[0-7]|9[0-7]|38|48)[;m]'; then
  fail "there are colours although NO_COLOR is set"
fi
keys C-c
expect_exit 0
start 80 24 LANG=C LC_ALL=C
command "$eights play crazy-eights --seed 7"
wait_for "turn"
if screen | LC_ALL=C grep -q '[^ -~]'; then fail "there are other characters although the locale is ASCII"; fi
keys C-c
expect_exit 0
start 80 24
command "$eights play --plain --seed 7"
wait_for "Your hand:"
keys quit Enter
expect_exit 0
piped=$(echo quit | "$eights" play --seed 7)
case $piped in *"Your hand:"*) ;; *) fail "no plain output in a pipe: $piped" ;; esac
say "terminal client ok"
