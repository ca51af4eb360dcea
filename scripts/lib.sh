# Shared by all scripts: changes to the root of the project, sets the path to its tools, and defines helpers.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1

# Tools that are missing on this machine are built inside the project, so that nothing global changes.
tools=$root/target/tools
export PATH="$tools/bin:$PATH"

# rust-toolchain.toml names the compiler. If rustup knows that version only as `stable`, use it under that name:
# otherwise rustup would download it again, or fail without a network.
if [ -z "${RUSTUP_TOOLCHAIN:-}" ] && command -v rustup >/dev/null; then
  pinned=$(sed -n 's/^channel = "\(.*\)"$/\1/p' rust-toolchain.toml)
  installed=$(rustup toolchain list 2>/dev/null || true)
  if ! grep -q "^$pinned-" <<<"$installed" && grep -q "^stable-" <<<"$installed" &&
    rustc +stable --version | grep -qF "rustc $pinned "; then
    export RUSTUP_TOOLCHAIN=stable
  fi
fi

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

# step NAME COMMAND…: runs a command, prints how long it took and how long the last run took, and returns its status.
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

# unless_passed NAME PATH… -- COMMAND…: runs a check, unless it passed with exactly the same files before, as Cargo
# compiles only what has changed. FRESH=1 runs it anyway.
unless_passed() {
  local name=$1 paths=() now stamp=$root/target/steps/passed-$1
  shift
  while [ "$1" != "--" ]; do paths+=("$1") && shift; done
  shift
  # The built page and engine are ignored by git, and missing in a fresh clone.
  now=$({
    git ls-files -z --cached --others --exclude-standard -- "${paths[@]}"
    find web/dist web/src/lib/engine/pkg "${paths[@]}" -maxdepth 2 -type f -not -path "*/node_modules/*" -not -path "*/test-results/*" -print0 2>/dev/null
  } | sort -zu | xargs -0 sha256sum 2>/dev/null | sha256sum)
  if [ -z "${FRESH:-}" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then
    say "nothing has changed since it passed (FRESH=1 runs it)"
    return
  fi
  rm -f "$stamp"
  "$@" || return
  mkdir -p "$root/target/steps"
  say "$now" >"$stamp"
}

# have COMMAND: whether a command is installed.
have() { command -v "$1" >/dev/null 2>&1; }
