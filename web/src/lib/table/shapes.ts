// Cards of the pack with five shapes and numbers up to 14: reading their codes, naming and sorting them.

import type { Language } from "../i18n/language";
import type { SuitSign } from "./game-module";
import { position } from "./sort";
import type { Code } from "./types";

/** The letters of the shapes, in the order of a sorted hand, and the drawing of each. */
export const SHAPES: Record<string, string> = { C: "circle", T: "triangle", X: "cross", Q: "square", S: "star" };

/** How a named shape is drawn. */
export const shapeSigns: Record<string, SuitSign> = Object.fromEntries(
  Object.entries(SHAPES).map(([letter, shape]) => [letter, { symbol: `s-${shape}`, colour: `var(--shape-${shape})` }]),
);

/** Number and shape of a card; a wild card has neither. */
export function shaped(code: Code): { number: string; shape: string } {
  if (code.startsWith("*")) return { number: "*", shape: "" };
  return { number: code.slice(0, -1), shape: SHAPES[code.slice(-1)] ?? "" };
}

export function shapedCardName(code: Code, { names: w }: Language): string {
  const { number, shape } = shaped(code);
  return number === "*"
    ? `${w.joker} ${code.slice(1)}`
    : w.ofShape(number, w.shapes[shape]?.one ?? shape, w.shapes[shape]?.many ?? shape);
}

/** What a named shape or number is called. */
export function shapedNameLabel(name: string, { names: w }: Language): string {
  return w.shapes[SHAPES[name] ?? ""]?.many ?? w.plurals[name] ?? name;
}

/** By shape, the highest number first; wild cards last. */
export function shapedSortKeys(code: Code): [suit: number, rank: number] {
  const { number } = shaped(code);
  return [position(Object.keys(SHAPES), code.slice(-1)), 14 - (Number(number) || 0)];
}
