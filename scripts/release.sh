#!/usr/bin/env bash
# Builds one program with the page in it and packs it for a release: release.sh TARGET, see `targets` below.
# Linux programs are static (musl) and cross-compiled with zig, those for Windows with mingw; the others are built on
# their own system. Writes to target/packages: eights-VERSION-TARGET.tar.gz (.zip for Windows), its SHA-256, and lists of all parts (SBOM, CycloneDX).
# EIGHTS_COMMIT and EIGHTS_DATE, if set, are what `eights --version` says; otherwise git is asked.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

targets="x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-gnu"
target=${1:-}
[[ " $targets " == *" $target "* && -n $target && $# -eq 1 ]] || fail "usage: release.sh TARGET, where TARGET is one of $targets"

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
packed=eights-$version-$target
packages=$root/target/packages
built=${CARGO_TARGET_DIR:-$root/target}/$target/release/eights
packing=tar.gz
folder=$packages/$packed
builder=(cargo build)
case $target in
  *-linux-musl) builder=(cargo-zigbuild zigbuild) ;;
  *-windows-gnu) built+=.exe packing=zip ;;
esac
# The program itself prints its manual and completions, if necessary in an emulator.
emulator=""
if [[ $target == *-linux-musl && $target != $(uname -m)-* ]]; then
  emulator=qemu-${target%%-*}-static
elif [[ $target == *-windows-gnu ]]; then
  emulator=wine
fi

commit=${EIGHTS_COMMIT:-}
epoch=${SOURCE_DATE_EPOCH:-}
if [ -z "$commit" ] && commit=$(git rev-parse --short=9 HEAD 2>/dev/null); then
  epoch=${epoch:-$(git log -1 --format=%ct)}
  if [ -n "$(git status --porcelain)" ]; then
    commit=$commit-modified
    say "warning: there are changes that are not committed; the program will say that it is built from $commit"
  fi
fi
epoch=${epoch:-$(date +%s)}
# BSD's date takes seconds with -r, GNU's with -d.
date=${EIGHTS_DATE:-$(date -u -d "@$epoch" +%F 2>/dev/null || date -u -r "$epoch" +%F)}

tools() {
  local needed=(cargo sbom)
  [[ $target != *-linux-musl ]] || needed+=(zig)
  [[ $target != *-windows-gnu ]] || needed+=(mingw zip)
  case $emulator in
    qemu-*) needed+=(qemu) ;;
    wine) needed+=(wine) ;;
  esac
  scripts/install-tools.sh "${needed[@]}"
}

# The standard library of the target. Without rustup it must be installed already.
library() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ] && return
  have rustup || fail "the standard library for $target is missing: install rustup from https://rustup.rs"
  rustup target add "$target"
}

# The variables are given to the compiler only: `eights serve` reads variables of this form as settings.
program() {
  EIGHTS_COMMIT=$commit EIGHTS_DATE=$date SOURCE_DATE_EPOCH=$epoch CARGO_PROFILE_RELEASE_STRIP=symbols \
    "${builder[@]}" --release --locked --target "$target" -p eights-cli
}

# Wine complains about the display it does not have.
run_built() { WINEPREFIX=$tools/wine WINEDEBUG=-all ${emulator:+"$emulator"} "$built" "$@"; }

# The files of the archive, in a folder.
files() {
  rm -rf "$folder" && mkdir -p "$folder/completions" "$folder/man" &&
    cp "$built" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder/" &&
    run_built completions bash >"$folder/completions/eights.bash" &&
    run_built completions zsh >"$folder/completions/_eights" &&
    run_built completions fish >"$folder/completions/eights.fish" &&
    run_built completions powershell >"$folder/completions/_eights.ps1" &&
    run_built man --into "$folder/man" &&
    run_built --version
}

# Equal inputs give an equal archive, where tar can do that. (The bash of macOS refuses an empty array.)
archive() {
  "archive_$packing" && (cd "$packages" && sums "$packed.$packing" >"$packed.$packing.sha256")
}

archive_zip() {
  rm -f "$packages/$packed.zip" && find "$folder" -exec touch -d "@$epoch" {} + &&
    (cd "$packages" && find "$packed" -type f | LC_ALL=C sort | TZ=UTC zip -9 -q -X "$packed.zip" -@)
}

archive_tar.gz() {
  local options=(--owner=0 --group=0 --numeric-owner --sort=name --mtime="@$epoch")
  [[ $(tar --version 2>/dev/null) == *GNU* ]] || options=()
  (cd "$packages" && tar ${options[@]+"${options[@]}"} -cf - "$packed" | gzip -9n >"$packed.tar.gz")
}

sums() { if have sha256sum; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

# What the program is made of: crates, and packages of npm for the page.
parts() {
  cargo-sbom --cargo-package eights-cli --output-format cyclone_dx_json_1_6 >"$packages/eights-$version.crates.cdx.json" &&
    (cd web && npm sbom --sbom-format cyclonedx --sbom-type application) >"$packages/eights-$version.page.cdx.json"
}

mkdir -p "$packages"
steps=$(grep -c "^step " "$0")
step "tools" tools
step "library" library
step "page" scripts/web.sh
step "program $target" program
step "files $target" files
step "archive $target" archive
step "parts" parts
say ""
say "$packages/$packed.$packing: $(wc -c <"$packages/$packed.$packing") bytes, sha256 $(cut -d ' ' -f 1 "$packages/$packed.$packing.sha256")"
