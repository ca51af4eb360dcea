#!/usr/bin/env bash
# Makes a container image of a program that release.sh has packed: container.sh TARGET.
# Writes an OCI archive to target/packages, which podman and docker load. Needs no network and no daemon.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

case ${1:-} in
  x86_64-unknown-linux-musl) architecture=amd64 ;;
  aarch64-unknown-linux-musl) architecture=arm64 ;;
  *) fail "usage: container.sh x86_64-unknown-linux-musl|aarch64-unknown-linux-musl" ;;
esac
scripts/install-tools.sh buildah
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
packages=$root/target/packages
files=$packages/eights-$version-$1
[ -x "$files/eights" ] || fail "$files is missing: run scripts/release.sh $1 first"
certificates=/etc/ssl/certs/ca-certificates.crt
[ -f "$certificates" ] || fail "$certificates is missing: install the package ca-certificates"
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

# Everything that buildah stores is in a folder that is removed afterwards.
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir -p "$work/context/data"
cp "$files/eights" "$files/LICENSE-MIT" "$files/LICENSE-APACHE" "$certificates" "$work/context/"

image=localhost/eights:$version
archive=$packages/eights-$version-${1%%-*}.oci.tar
storage=(--storage-driver vfs --root "$work/storage" --runroot "$work/run")
buildah "${storage[@]}" bud --quiet --isolation chroot --arch "$architecture" --timestamp "$epoch" --tag "$image" \
  --label org.opencontainers.image.title=eights --label "org.opencontainers.image.version=$version" \
  --label "org.opencontainers.image.licenses=MIT OR Apache-2.0" \
  --file deploy/Containerfile "$work/context" >/dev/null
rm -f "$archive"
buildah "${storage[@]}" push --quiet "$image" "oci-archive:$archive:$image"
(cd "$packages" && sha256sum "$(basename "$archive")" >"$archive.sha256")
say "$archive: $(wc -c <"$archive") bytes, image $image"
