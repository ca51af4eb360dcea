#!/usr/bin/env bash
# Installs missing tools: install-tools.sh [TOOL]…, by default those that `make test` needs.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

nextest_version=0.9.143
deny_version=0.20.2
audit_version=0.22.2
sbom_version=0.10.0
zig_version=0.17.0
zigbuild_version=0.24.0
compose_version=1.6.0
# The last line that runs on Node.js 20.
lighthouse_version=12.8.2
zizmor_version=1.32.0

need_cargo() {
  have cargo || fail "cargo is missing: install Rust with rustup from https://rustup.rs"
}

# Building these tools takes longer than running them, so they are built without optimization.
build_tool() {
  say "building $1 $2 into target/tools"
  cargo install --quiet --locked --debug --root "$tools" --version "$2" "$1"
}

need_nextest() {
  cargo nextest --version >/dev/null 2>&1 || build_tool cargo-nextest "$nextest_version"
}

need_wasm() {
  local sysroot
  sysroot=$(rustc --print sysroot)
  [ -d "$sysroot/lib/rustlib/wasm32-unknown-unknown" ] && return
  have rustup || fail "the target wasm32-unknown-unknown is missing: install rustup from https://rustup.rs"
  rustup target add wasm32-unknown-unknown
}

# from_apt PROGRAM PACKAGE…: installs system packages if PROGRAM is missing and we are root on Debian.
from_apt() {
  local program=$1
  shift
  have "$program" && return
  if ! have apt-get || [ "$(id -u)" -ne 0 ]; then
    fail "$program is missing: install it with your package manager (Debian: sudo apt-get install $*)"
  fi
  say "installing $*"
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

need_valgrind() { from_apt valgrind valgrind; }
need_tmux() { from_apt tmux tmux; }
need_python() { from_apt python3 python3; }

# The headless shell runs the page's tests in a third of the time; somebody who cannot install it may have Chromium.
need_chromium() {
  if have chromium && { ! have apt-get || [ "$(id -u)" -ne 0 ]; }; then return; fi
  from_apt chromium-headless-shell chromium-headless-shell fonts-dejavu-core
}
need_nginx() { from_apt nginx nginx; }
need_caddy() { from_apt caddy caddy; }
need_promtool() { from_apt promtool prometheus; }
need_pebble() { from_apt pebble pebble; }
need_ip() { from_apt ip iproute2; }
# Debian keeps the programs of a server out of the path.
need_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || from_apt initdb postgresql; }
need_openssl() { from_apt openssl openssl; }

# Vite 8 needs Node.js 20.19 or newer; Debian's package may be older.
need_node() {
  local wanted="install Node.js 20.19 or newer with npm from https://nodejs.org"
  have npm || fail "npm is missing: $wanted"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node.js $(node --version) is too old: $wanted"
}

# Lighthouse has an environment of its own: the page needs none of its 150 packages.
need_lighthouse() {
  need_node
  local folder=$tools/lighthouse
  [ "$(cat "$folder/installed" 2>/dev/null)" = "$lighthouse_version" ] && return
  say "installing lighthouse $lighthouse_version into target/tools"
  mkdir -p "$folder"
  say '{ "private": true }' >"$folder/package.json"
  (cd "$folder" && npm install --no-audit --no-fund --loglevel=error "lighthouse@$lighthouse_version" >/dev/null)
  say "$lighthouse_version" >"$folder/installed"
}

# need_built PROGRAM VERSION: a program of this version from crates.io.
need_built() { grep -qsF "\"$1 $2 " "$tools/.crates.toml" || build_tool "$1" "$2"; }
need_deny() { need_built cargo-deny "$deny_version"; }
need_audit() { need_built cargo-audit "$audit_version"; }
need_sbom() { need_built cargo-sbom "$sbom_version"; }

# from_pypi NAME PACKAGE==VERSION…: Python packages in an environment of their own in target/tools/NAME.
from_pypi() {
  local folder=$tools/$1
  shift
  [ "$(cat "$folder/installed" 2>/dev/null)" = "$*" ] && return
  need_python
  python3 -c 'import ensurepip' 2>/dev/null || from_apt "python3 with venv" python3-venv
  say "installing $* into target/tools"
  rm -rf "$folder"
  python3 -m venv "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
  mkdir -p "$tools/bin"
  say "$*" >"$folder/installed"
}

# Zig compiles C for other systems.
need_zig() {
  from_pypi zig "ziglang==$zig_version" "cargo-zigbuild==$zigbuild_version"
  ln -sf ../zig/bin/cargo-zigbuild "$tools/bin/cargo-zigbuild"
  ln -sf "$("$tools/zig/bin/python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')/zig" "$tools/bin/zig"
}

need_compose() {
  from_pypi compose "podman-compose==$compose_version"
  ln -sf ../compose/bin/podman-compose "$tools/bin/podman-compose"
}

need_zizmor() {
  from_pypi zizmor "zizmor==$zizmor_version"
  ln -sf ../zizmor/bin/zizmor "$tools/bin/zizmor"
}

need_mingw() { from_apt x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64; }
need_zip() { from_apt zip zip; }

# Wine runs what was built for Windows. Every Rust program needs bcryptprimitives.dll, which Wine has since version 9.
need_wine() {
  from_apt wine wine wine64
  local prefix=$tools/wine library=$tools/wine/drive_c/windows/system32/bcryptprimitives.dll
  # Wine refuses a folder of another user: with sudo, only the package is installed.
  [ ! -f "$library" ] && [ -z "${SUDO_USER:-}" ] || return 0
  mkdir -p "$prefix"
  WINEPREFIX=$prefix WINEDEBUG=-all wineboot --init >/dev/null 2>&1
  WINEPREFIX=$prefix wineserver --wait
  [ -f "$library" ] || { need_mingw && x86_64-w64-mingw32-gcc -shared -o "$library" scripts/bcryptprimitives.c -ladvapi32; }
}
need_qemu() { from_apt qemu-aarch64-static qemu-user-static; }
need_buildah() { from_apt buildah buildah; }
need_debootstrap() { from_apt debootstrap debootstrap; }
need_nspawn() { from_apt systemd-nspawn systemd-container; }
need_podman() { from_apt podman podman runc uidmap; }
need_curl() { from_apt curl curl; }

# The runner must have the same version as the library that the benches use.
need_gungraun() {
  local wanted
  wanted=$(awk '/^name = "gungraun"$/ { getline; gsub(/"/, "", $3); print $3; exit }' Cargo.lock)
  [ -n "$wanted" ] || fail "gungraun is not in Cargo.lock: there are no benches that count instructions"
  grep -qsF "\"gungraun-runner $wanted " "$tools/.crates.toml" || build_tool gungraun-runner "$wanted"
}

[ $# -gt 0 ] || set -- cargo nextest wasm valgrind gungraun node chromium tmux python
for tool in "$@"; do
  case $tool in
    cargo | nextest | wasm | valgrind | gungraun | node | chromium | tmux | python) "need_$tool" ;;
    deny | audit | sbom | zig | qemu | buildah | podman | compose | debootstrap | nspawn | curl | zizmor | lighthouse | mingw | zip | wine) "need_$tool" ;;
    nginx | caddy | promtool | pebble | ip | openssl | postgres) "need_$tool" ;;
    *) fail "install-tools.sh: unknown tool '$tool'" ;;
  esac
done
