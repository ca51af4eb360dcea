// The four suits and the five shapes as strokes of a pen, so that all marks of a card are one path: sixteen drawings a card are slow to lay out.
import { pips, pipSize } from "./pips";

/** In a box of 100 around its middle: where the pen is set down, and its strokes, each from the end of the last. */
const PEN: Record<string, { x: number; y: number; strokes: string }> = {
  S: {
    x: 0,
    y: -47,
    strokes:
      "c5 18 43 34 43 60c0 20 -25 26 -36 10c1 12 5 19 14 23l-42 0c9 -4 13 -11 14 -23c-11 16 -36 10 -36 -10c0 -26 38 -42 43 -60",
  },
  H: { x: 0, y: 44, strokes: "c-8 -17 -45 -36 -45 -61c0 -25 33 -30 45 -5c12 -25 45 -20 45 5c0 25 -37 44 -45 61" },
  D: { x: 0, y: -48, strokes: "q12 28 37 48q-25 20 -37 48q-12 -28 -37 -48q25 -20 37 -48" },
  C: {
    x: 0,
    y: -46,
    strokes:
      "a21 21 0 0 1 16 34.5a21 21 0 1 1 -9.5 35.5c1 11 5.5 18 14.5 22l-42 0c9 -4 13.5 -11 14.5 -22a21 21 0 1 1 -9.5 -35.5a21 21 0 0 1 16 -34.5",
  },
  circle: { x: 0, y: -44, strokes: "a44 44 0 0 1 0 88a44 44 0 0 1 0 -88" },
  triangle: { x: 0, y: -47, strokes: "l50 87l-100 0l50 -87" },
  cross: {
    x: -17,
    y: -47,
    strokes: "l34 0l0 30l30 0l0 34l-30 0l0 30l-34 0l0 -30l-30 0l0 -34l30 0l0 -30",
  },
  square: { x: -41, y: -41, strokes: "l82 0l0 82l-82 0l0 -82" },
  star: {
    x: 0,
    y: -45,
    strokes: "l11.8 31.8l33.9 1.4l-26.7 21l9.2 32.6l-28.2 -18.8l-28.2 18.8l9.2 -32.6l-26.7 -21l33.9 -1.4l11.8 -31.8",
  },
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** A suit around a point, so large; turned round for the lower half of a card. */
export function mark(suit: string, x: number, y: number, size: number, turned = false): string {
  const pen = PEN[suit];
  if (!pen) return "";
  const scale = (turned ? -size : size) / 100;
  const strokes = pen.strokes.replace(
    /([aclq])([^aclq]+)/g,
    (_, stroke: string, rest: string) => stroke + scaled(stroke, rest.split(" ").map(Number), scale).join(" "),
  );
  return `M${round(x + pen.x * scale)} ${round(y + pen.y * scale)}${strokes}z`;
}

/** An arc has two radii and three numbers that no scale changes; everything else is a way. */
function scaled(stroke: string, numbers: number[], scale: number): number[] {
  return numbers.map((value, i) =>
    stroke === "a" && i < 5 ? (i < 2 ? round(value * Math.abs(scale)) : value) : round(value * scale),
  );
}

/** The sign beside the figure of a court, which is turned round together with it. */
const BESIDE: Record<string, [x: number, y: number, size: number]> = {
  J: [170, 116, 28],
  Q: [77, 62, 26],
  K: [76, 116, 26],
};

/** The bar under six and nine, by which they are told apart upside down. */
export const isUnderlined = (rank: string): boolean => rank === "6" || rank === "9";

const drawn = new Map<string, string>();

/** Every suit on a card of 250 by 350: in two corners and in the middle. */
export function marks(rank: string, suit: string): string {
  const name = rank + suit;
  let path = drawn.get(name);
  if (path === undefined) {
    // The tail of the queen's letter and the bar below six and nine need some room.
    const y = isUnderlined(rank) || rank === "Q" ? 97 : 92;
    path = twice(suit, 35, y, 36) + middle(rank, suit);
    drawn.set(name, path);
  }
  return path;
}

function middle(rank: string, suit: string): string {
  const beside = BESIDE[rank];
  if (beside) return twice(suit, ...beside);
  if (rank === "A") return mark(suit, 125, 175, 116);
  return pips(rank)
    .map(([x, y]) => mark(suit, x, y, pipSize(rank), y > 180))
    .join("");
}

/** A suit in the upper half, and the same turned about the middle of the card. */
function twice(suit: string, x: number, y: number, size: number): string {
  return mark(suit, x, y, size) + mark(suit, 250 - x, 350 - y, size, true);
}
