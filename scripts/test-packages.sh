#!/usr/bin/env bash
# Packs a release for this machine and tests everything in it: test-packages.sh [--built] [PART]…, by default all of
# archive, unit, image, compose, deb; `windows` packs and tests the program for Windows. With --built it tests what release.sh has packed before.
# A part whose tools cannot run here is reported as NOT tested.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

parts=(archive unit image compose deb)
build=yes
if [ "${1:-}" = --built ]; then
  build=""
  shift
fi
[ $# -eq 0 ] || parts=("$@")
target=$(uname -m)-unknown-linux-musl
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
packages=$root/target/packages
name=eights-$version-$target
work=$(mktemp -d)
running=""
not_tested=()

closing() {
  local status=$?
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  # Rootless podman leaves files of other users, which only its own namespace can remove.
  [ "$(id -u)" -eq 0 ] || ! have podman || podman unshare rm -rf "$work" 2>/dev/null || true
  rm -rf "$work"
  exit "$status"
}
trap closing EXIT

# skip PART WHY: notes that something cannot be tested on this machine.
skip() {
  say "$1 is NOT tested: $2"
  not_tested+=("$1")
}

# Before a command that only root can run: a namespace of its own if we are not root.
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(unshare --map-root-user)

# address LOG: waits until a server has printed its address.
address() {
  local found
  for _ in $(seq 150); do
    if found=$(grep -aoE 'served at http://[0-9.]+:[0-9]+' "$1"); then
      say "${found#served at }"
      return
    fi
    sleep 0.2
  done
  cat "$1" >&2
  fail "the server did not start"
}

# visit ADDRESS: checks that a server is ready and serves the page with its script and its engine.
visit() {
  # Read whole: a pipe into `grep -q` fails if grep ends first.
  local page script
  curl -fsS --max-time 10 "$1/readyz" >/dev/null || fail "$1/readyz does not answer"
  page=$(curl -fsS --max-time 10 "$1/")
  [[ $page =~ /assets/[A-Za-z0-9_.-]+\.js ]] || fail "$1 serves no page: $page"
  script=${BASH_REMATCH[0]}
  [ -n "$(curl -fsS --max-time 10 "$1$script")" ] || fail "$1$script is empty"
  [[ $(curl -fsS --max-time 10 "$1/openapi.json") == *'"openapi"'* ]] || fail "$1 has no OpenAPI document"
  say "$1 is ready and serves the page"
}

# The program alone in an empty root, without any variables.
archive() {
  local empty=$work/empty log=$work/archive.log chroot
  chroot=$(PATH=$PATH:/usr/sbin:/sbin command -v chroot)
  mkdir -p "$empty"
  (cd "$packages" && sha256sum --check --quiet "$name.tar.gz.sha256")
  tar -xzf "$packages/$name.tar.gz" -C "$work"
  for file in README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE completions/{eights.bash,_eights,eights.fish} man/eights{,-serve,-play}.1; do
    [ -s "$work/$name/$file" ] || fail "$name.tar.gz lacks $file"
  done
  bash -n "$work/$name/completions/eights.bash"
  if ldd "$work/$name/eights" >"$log" 2>&1 && ! grep -q "statically linked" "$log"; then
    fail "the program is not static: $(cat "$log")"
  fi
  cp "$work/$name/eights" "$empty/"
  local said
  said=$("${as_root[@]}" env -i "$chroot" "$empty" /eights --version)
  [[ $said =~ ^eights\ $version\ \([0-9a-f]{7,}(-modified)?\ 20[0-9-]{8}\)$ ]] || fail "--version prints '$said'"
  "${as_root[@]}" env -i "$chroot" "$empty" /eights rules list >/dev/null
  "${as_root[@]}" env -i "$chroot" "$empty" /eights serve --bind 127.0.0.1:0 --store sqlite:/data --no-qr >"$log" 2>&1 &
  running=$!
  visit "$(address "$log")"
  kill "$running"
  wait "$running" || fail "the server ended with status $?: $(cat "$log")"
  running=""
  for file in crates page; do
    grep -q '"bomFormat": *"CycloneDX"' "$packages/eights-$version.$file.cdx.json" || fail "eights-$version.$file.cdx.json is not CycloneDX"
  done
  say "$said: $(wc -c <"$packages/$name.tar.gz") bytes packed, static"
}

# The unit leaves the server little: systemd rates that from 0 (nothing) to 10.
unit() {
  have systemd-analyze || { skip unit "systemd-analyze is missing" && return; }
  systemd-analyze security --offline=true --threshold=20 deploy/eights.service >"$work/unit.log" ||
    fail "the unit is rated worse than 2.0: $(tail -1 "$work/unit.log")"
  tail -1 "$work/unit.log"
}

# The image with a read-only root, no capabilities, and the data in a volume that survives the container.
image() {
  scripts/container.sh "$target"
  scripts/install-tools.sh podman
  local podman=(podman --root "$work/images" --runroot "$work/run" --storage-driver vfs --cgroup-manager cgroupfs)
  local id log=$work/image.log
  # crun refuses hosts that mount both versions of cgroups; runc does not.
  [ ! -d /sys/fs/cgroup/unified ] || ! have runc || podman+=(--runtime runc)
  "${podman[@]}" load --quiet --input "$packages/eights-$version-$(uname -m).oci.tar"
  # By default podman raises limits, which a sandbox may forbid.
  local run=(run --detach --read-only --cap-drop all --security-opt no-new-privileges --network host
    --ulimit nofile=4096:4096 --ulimit nproc=1024:1024 --volume "eights-data:/data"
    "localhost/eights:$version" serve --no-qr --bind 127.0.0.1:0)
  for _ in 1 2; do
    if ! id=$("${podman[@]}" "${run[@]}" 2>"$log"); then
      "${podman[@]}" rm --all --force >/dev/null 2>&1 || true
      skip image "podman cannot start containers here: $(tail -1 "$log")" && return
    fi
    until "${podman[@]}" logs "$id" >"$log" 2>&1 && grep -q "served at" "$log"; do
      [ "$("${podman[@]}" inspect --format '{{.State.Running}}' "$id")" = true ] || fail "the container ended: $(cat "$log")"
      sleep 0.2
    done
    visit "$(address "$log")"
    "${podman[@]}" exec "$id" /usr/bin/eights admin tables --store sqlite:/data
    [ "$("${podman[@]}" top "$id" user | tail -1)" != root ] || fail "the server runs as root in the container"
    "${podman[@]}" stop --time 30 "$id" >/dev/null
    [ "$("${podman[@]}" inspect --format '{{.State.ExitCode}}' "$id")" = 0 ] || fail "the container did not end well: $("${podman[@]}" logs "$id" 2>&1)"
    "${podman[@]}" rm "$id" >/dev/null
  done
  say "the image was started twice on one volume by user $(id -un)"
}

compose() {
  local checker
  if docker compose version >/dev/null 2>&1; then
    checker=(docker compose --file deploy/compose.yml config)
  else
    scripts/install-tools.sh compose
    checker=(podman-compose --file deploy/compose.yml config)
  fi
  "${checker[@]}" >"$work/compose.yml"
  grep -q "eights:$version" "$work/compose.yml" || fail "deploy/compose.yml does not name the image of version $version"
  say "${checker[0]} accepts deploy/compose.yml"
}

# The package in a Debian of its own that is booted with systemd.
deb() {
  scripts/deb.sh "$target"
  [ "$(id -u)" -eq 0 ] || { skip deb "only root can boot a Debian to install it in" && return; }
  scripts/install-tools.sh debootstrap nspawn
  local base=$root/target/debian-bookworm.tar debian=$work/debian log=$work/deb.log
  if [ ! -f "$base" ]; then
    say "fetching a Debian to install the package in"
    debootstrap --variant=minbase --include=systemd,systemd-sysv,adduser,init-system-helpers bookworm "$work/fresh" >"$log" 2>&1 ||
      fail "debootstrap failed: $(tail -3 "$log")"
    tar -C "$work/fresh" -cf "$base.new" . && mv "$base.new" "$base"
    rm -rf "$work/fresh"
  fi
  mkdir -p "$debian"
  tar -C "$debian" -xf "$base"
  cp "$packages/eights_${version}_$(dpkg --print-architecture).deb" "$debian/eights.deb"
  install -m755 scripts/test-deb-inside.sh "$debian/test"
  cat >"$debian/etc/systemd/system/test.service" <<'UNIT'
[Unit]
After=network.target
[Service]
Type=oneshot
ExecStart=/test
StandardOutput=journal+console
UNIT
  mkdir -p "$debian/etc/systemd/system/multi-user.target.wants"
  ln -s ../test.service "$debian/etc/systemd/system/multi-user.target.wants/test.service"
  timeout 600 systemd-nspawn --quiet --register=no --keep-unit --private-network --directory="$debian" --boot </dev/null >"$log" 2>&1 || true
  if [ ! -f "$debian/result" ] && ! grep -aq 'Reached target.*multi-user\|test.service' "$log"; then
    skip deb "systemd-nspawn cannot boot here: $(tail -1 "$log")" && return
  fi
  grep -aE '^== ' "$log" || true
  [ "$(head -1 "$debian/result" 2>/dev/null)" = ok ] || fail "the package: $(cat "$debian/result" 2>/dev/null || tail -20 "$log")"
  say "the package installs, starts, upgrades, is removed and purged"
}

# The program for Windows, in Wine: the page, the store, and the pipe of `eights admin`.
windows() {
  local name=eights-$version-x86_64-pc-windows-gnu log=$work/windows.log said
  [ -z "$build" ] || scripts/release.sh x86_64-pc-windows-gnu
  scripts/install-tools.sh wine zip
  export WINEDEBUG=-all WINEPREFIX=$tools/wine
  (cd "$packages" && sha256sum --check --quiet "$name.zip.sha256")
  unzip -q "$packages/$name.zip" -d "$work"
  cd "$work/$name"
  said=$(wine eights.exe --version | tr -d '\r')
  [[ $said == "eights $version ("* ]] || fail "--version prints '$said'"
  wine eights.exe serve --bind 127.0.0.1:0 --store sqlite:data --no-qr >"$log" 2>&1 &
  running=$!
  visit "$(address "$log")"
  wine eights.exe admin banner "Back at noon" --store sqlite:data
  wine eights.exe admin tables --store sqlite:data
  said=$(wine eights.exe serve --bind 127.0.0.1:0 --store sqlite:data --no-qr 2>&1 || true)
  [[ $said == *"another program already serves"* ]] || fail "a second server was started on the same folder: $said"
  wine eights.exe backup --store sqlite:data data.backup
  wineserver --kill
  wait "$running" || true
  running=""
  wine eights.exe restore --store sqlite:restored data.backup
  cd "$root"
  say "the program for Windows serves, is administered, backed up and restored in Wine"
}

for part in "${parts[@]}"; do
  case $part in
    archive | unit | image | compose | deb | windows) ;;
    *) fail "usage: test-packages.sh [--built] [archive|unit|image|compose|deb|windows]…" ;;
  esac
done
have curl || scripts/install-tools.sh curl
# Only the parts for this machine need its release.
if [ -n "$build" ] && [ "${parts[*]}" != windows ]; then scripts/release.sh "$target"; fi
for part in "${parts[@]}"; do
  say ""
  say "== $part"
  "$part"
done
say ""
[ "${#not_tested[@]}" -eq 0 ] || say "NOT tested: ${not_tested[*]}"
say "tested: $((${#parts[@]} - ${#not_tested[@]})) of ${#parts[@]} parts"
