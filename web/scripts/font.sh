#!/bin/sh
# Makes src/lib/style/font/gabarito.woff2: the letters that the page uses of Gabarito (OFL-1.1), with all its weights.
# Needs Python's fonttools and brotli, and npm: sh scripts/font.sh
set -e
cd "$(dirname "$0")/../src/lib/style/font"
work=$(mktemp -d)
npm pack --silent --pack-destination "$work" @fontsource-variable/gabarito@5.3.0
tar xzf "$work"/*.tgz -C "$work"
# Basic Latin, German and French letters, quotation marks, dashes and spaces.
letters="U+0020-007E,U+00A0,U+00A7,U+00AB,U+00B0,U+00B7,U+00BB,U+00BF"
letters="$letters,U+00C0,U+00C2,U+00C4,U+00C6-00CB,U+00CE,U+00CF,U+00D4,U+00D6,U+00D7,U+00D9,U+00DB,U+00DC,U+00DF"
letters="$letters,U+00E0,U+00E2,U+00E4,U+00E6-00EB,U+00EE,U+00EF,U+00F4,U+00F6,U+00F9,U+00FB,U+00FC,U+00FF,U+0152,U+0153,U+0178"
letters="$letters,U+2009,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+2039,U+203A,U+2212,U+20AC"
pyftsubset "$work"/package/files/gabarito-latin-wght-normal.woff2 --unicodes="$letters" --layout-features=kern,tnum,lnum --no-hinting --flavor=woff2 --output-file=gabarito.woff2
cp "$work"/package/LICENSE OFL.txt
rm -r "$work"
