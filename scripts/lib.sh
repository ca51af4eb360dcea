# Shared by all scripts: changes to the root of the project, sets the path to its tools, and defines helpers.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# Tools that are missing on this machine are built inside the project, so that nothing global changes.
tools=$root/target/tools
export PATH="$tools/bin:$PATH"

# The start of the whole run, passed on to the scripts it calls.
export run_began=${run_began:-$(date +%s)}

# say WORDS…: prints a line.
say() { printf '%s\n' "$*"; }

# fail WORDS…: prints an error and exits.
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# The number of steps in a script that counts them, and how many have begun.
steps=""
steps_begun=0

# last_duration NAME: the seconds that a step of this script took the last time; fails if there was none.
last_duration() { cat "$root/target/steps/$(basename "$0" .sh)-${1// /-}" 2>/dev/null; }

# step NAME COMMAND…: runs a command, prints how long it took and takes usually, and returns its status.
# Bash ignores `set -e` inside COMMAND if it is a function: chain its lines with `&&`.
step() {
  local name=$1 began=$SECONDS status=0 number="" last=""
  shift
  steps_begun=$((steps_begun + 1))
  [ -z "$steps" ] || number=" $steps_begun of $steps,"
  last=$(last_duration "$name") && last=", took $last s the last time"
  say ""
  say "== $name (${number# }${number:+ }after $(($(date +%s) - run_began)) s$last): $*"
  "$@" || status=$?
  if [ "$status" -ne 0 ]; then
    say "== $name FAILED with status $status, $((SECONDS - began)) s"
    return "$status"
  fi
  mkdir -p "$root/target/steps"
  say "$((SECONDS - began))" >"$root/target/steps/$(basename "$0" .sh)-${name// /-}"
  say "== $name ok, $((SECONDS - began)) s"
}

# have COMMAND: whether a command is installed.
have() { command -v "$1" >/dev/null 2>&1; }
