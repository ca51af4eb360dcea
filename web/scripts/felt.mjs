// Draws src/lib/style/felt.png: a tile of fine noise that makes the table look like cloth.
// A picture, because the same as SVG in the style sheet is a page of its own to the browser, made before the first paint.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const SIZE = 96;
/** How dark the four kinds of dots are, of 255. */
const SHADES = [11, 18, 24, 31];

// Every run draws the same.
let seed = 8;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
/** Two throws: the shades in the middle come more often. */
const dot = () => Math.floor((random() + random()) * 2);

const rows = Array.from({ length: SIZE }, () => {
  const bytes = Array.from({ length: SIZE / 4 }, () => [dot(), dot(), dot(), dot()].reduce((byte, shade) => (byte << 2) | shade, 0));
  return Buffer.from([0, ...bytes]);
});

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const head = Buffer.alloc(13);
head.writeUInt32BE(SIZE, 0);
head.writeUInt32BE(SIZE, 4);
// Two bits a dot, by a palette: black in four strengths.
head.set([2, 3, 0, 0, 0], 8);
const picture = [
  Buffer.from("89504e470d0a1a0a", "hex"),
  chunk("IHDR", head),
  chunk("PLTE", Buffer.alloc(SHADES.length * 3)),
  chunk("tRNS", Buffer.from(SHADES)),
  chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
  chunk("IEND", Buffer.alloc(0)),
];
writeFileSync(resolve(import.meta.dirname, "../src/lib/style/felt.png"), Buffer.concat(picture));
