#!/usr/bin/env bash
# Makes a Debian package of a program that release.sh has packed: deb.sh TARGET. Writes to target/packages.
set -euo pipefail
# shellcheck source=scripts/lib.sh
source "$(dirname "$0")/lib.sh"

case ${1:-} in
  x86_64-unknown-linux-musl) architecture=amd64 ;;
  aarch64-unknown-linux-musl) architecture=arm64 ;;
  *) fail "usage: deb.sh x86_64-unknown-linux-musl|aarch64-unknown-linux-musl" ;;
esac
have dpkg-deb || fail "dpkg-deb is missing: install the package dpkg"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
packages=$root/target/packages
files=$packages/eights-$version-$1
[ -x "$files/eights" ] || fail "$files is missing: run scripts/release.sh $1 first"
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}

maintainer="${DEBFULLNAME:-The Eights contributors} <${DEBEMAIL:-eights@localhost}>"

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 0755 "$tree"
umask 022

doc=$tree/usr/share/doc/eights
install -Dm755 "$files/eights" "$tree/usr/bin/eights"
install -Dm644 deploy/eights.service "$tree/lib/systemd/system/eights.service"
install -Dm644 deploy/eights.toml "$tree/etc/eights/eights.toml"
install -Dm644 "$files/completions/eights.bash" "$tree/usr/share/bash-completion/completions/eights"
install -Dm644 "$files/completions/_eights" "$tree/usr/share/zsh/vendor-completions/_eights"
install -Dm644 "$files/completions/eights.fish" "$tree/usr/share/fish/vendor_completions.d/eights.fish"
install -Dm644 -t "$tree/usr/share/man/man1" "$files"/man/*.1
install -Dm644 -t "$doc" README.md LICENSE-MIT docs/hosting.md deploy/debian/copyright
install -Dm644 CHANGELOG.md "$doc/CHANGELOG.md"
cat >"$doc/changelog" <<CHANGELOG
eights ($version) unstable; urgency=medium

  * See CHANGELOG.md.gz.

 -- $maintainer  $(date -u -R -d "@$epoch")
CHANGELOG
gzip -9n "$tree"/usr/share/man/man1/*.1 "$doc/CHANGELOG.md" "$doc/changelog"

install -d "$tree/DEBIAN"
install -m755 -t "$tree/DEBIAN" deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm
say /etc/eights/eights.toml >"$tree/DEBIAN/conffiles"
(cd "$tree" && find . -type f -not -path './DEBIAN/*' -not -path './etc/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
cat >"$tree/DEBIAN/control" <<CONTROL
Package: eights
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -ks --exclude=DEBIAN "$tree" | cut -f 1)
Depends: adduser, init-system-helpers (>= 1.52)
Recommends: ca-certificates
Section: net
Priority: optional
Description: play and host Crazy Eights and its relatives
 Crazy Eights, Crazier Eights and Crazy 8-Ball with people and bots, in a
 browser or a terminal, and house rules that the program enforces.
 .
 This package runs a server (eights.service) on port 8088; its settings are
 in /etc/eights/eights.toml and its data in /var/lib/eights.
CONTROL

find "$tree" -exec touch --no-dereference --date="@$epoch" {} +
package=$packages/eights_${version}_$architecture.deb
SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null
(cd "$packages" && sha256sum "$(basename "$package")" >"$package.sha256")
say "$package: $(wc -c <"$package") bytes"
