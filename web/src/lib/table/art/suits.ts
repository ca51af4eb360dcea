// The four suits as strokes of a pen, so that all marks of a card are one path: sixteen drawings a card are slow to lay out.
import { pips } from "./pips";

/** On a square of 100 by 100: where the pen is set down, and its strokes, each from the end of the last. */
const PEN: Record<string, { x: number; y: number; strokes: string }> = {
  H: { x: 50, y: 93, strokes: "c-28 -26 -45 -42 -45 -63c0 -15 11 -24 23 -24c10 0 18 6 22 15c4 -9 12 -15 22 -15c12 0 23 9 23 24c0 21 -17 37 -45 63" },
  D: { x: 50, y: 3, strokes: "c9 18 22 34 38 47c-16 13 -29 29 -38 47c-9 -18 -22 -34 -38 -47c16 -13 29 -29 38 -47" },
  S: { x: 50, y: 4, strokes: "c9 19 43 37 43 60c0 13 -10 21 -21 21c-8 0 -14 -4 -18 -9c1 9 5 15 12 20l-32 0c7 -5 11 -11 12 -20c-4 5 -10 9 -18 9c-11 0 -21 -8 -21 -21c0 -23 34 -41 43 -60" },
  C: { x: 50, y: 5, strokes: "a21 21 0 0 1 16 34.5a21 21 0 1 1 -11 34.5c1 9 5 17 12 22l-34 0c7 -5 11 -13 12 -22a21 21 0 1 1 -11 -34.5a21 21 0 0 1 16 -34.5" },
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** A suit around a point, so large; turned round for the lower half of a card. */
export function mark(suit: string, x: number, y: number, size: number, turned = false): string {
  const pen = PEN[suit];
  if (!pen) return "";
  const scale = (turned ? -size : size) / 100;
  const strokes = pen.strokes.replace(/([acl])([^acl]+)/g, (_, stroke: string, rest: string) => stroke + scaled(stroke, rest.split(" ").map(Number), scale).join(" "));
  return `M${round(x + (pen.x - 50) * scale)} ${round(y + (pen.y - 50) * scale)}${strokes}z`;
}

/** An arc has two radii and three numbers that no scale changes; everything else is a way. */
function scaled(stroke: string, numbers: number[], scale: number): number[] {
  return numbers.map((value, i) => (stroke === "a" && i < 5 ? (i < 2 ? round(value * Math.abs(scale)) : value) : round(value * scale)));
}

const drawn = new Map<string, string>();

/** Every suit on a card of 250 by 350: in two corners and, but for courts, in the middle. */
export function marks(rank: string, suit: string): string {
  const name = rank + suit;
  let path = drawn.get(name);
  if (path === undefined) {
    const middle = rank === "A" ? mark(suit, 125, 175, 110) : pips(rank).map(([x, y]) => mark(suit, x, y, 44, y > 176)).join("");
    path = mark(suit, 37, 92, 40) + mark(suit, 213, 258, 40, true) + middle;
    drawn.set(name, path);
  }
  return path;
}
