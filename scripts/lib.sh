# What the scripts share: they run from the root, know our tools, and say what they do and how long it took.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# Tools that are missing on this machine are built into the project, so that nothing global changes.
tools=$root/target/tools
export PATH="$tools/bin:$PATH"

# When the whole run began, also for the scripts that it starts.
export run_began=${run_began:-$(date +%s)}

# say WORDS…: one line of news.
say() { printf '%s\n' "$*"; }

# fail WORDS…: says on standard error what is wrong and what to do, and ends the run.
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# step NAME COMMAND…: runs one step of a longer run; a failing step ends the run with its status.
# Bash forgets `set -e` inside of COMMAND when it is a function: chain its lines with `&&`.
step() {
  local name=$1 began=$SECONDS status=0
  shift
  say ""
  say "== $name (after $(($(date +%s) - run_began)) s): $*"
  "$@" || status=$?
  if [ "$status" -ne 0 ]; then
    say "== $name FAILED with status $status, $((SECONDS - began)) s"
    return "$status"
  fi
  say "== $name ok, $((SECONDS - began)) s"
}

# have COMMAND: whether it can be run.
have() { command -v "$1" >/dev/null 2>&1; }
