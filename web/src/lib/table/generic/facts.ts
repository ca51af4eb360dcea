// The members of a view, other than its table, as short facts in words.

import type { Scene } from "../scene";
import type { Seat } from "../types";
import type { Words } from "../words";

export interface Fact {
  key: string;
  label: string;
  value: string;
}

/** Members that the table shows in another way. */
const SHOWN_ELSEWHERE = ["table", "seats", "turn", "scores"];

/** Members whose value is a seat: in others the letter may as well be a suit. */
const SEAT_KEYS = ["turn", "dealer", "asked", "seat", "by", "whom", "winner", "leader"];

/** `more-discards` as people write it: "More discards". */
export function humanizedWords(key: string): string {
  const words = key.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The facts of a view, in its own order. */
export function factsOf(scene: Scene, names: Record<Seat, string>, w: Words): Fact[] {
  return Object.entries<unknown>({ ...scene.view })
    .filter(([key]) => !SHOWN_ELSEWHERE.includes(key))
    .map(([key, value]) => ({ key, label: humanizedWords(key), value: factText(key, value, names, w) }));
}

/** A value in words; an object by seat or by key, each part with its label. */
export function factText(key: string, value: unknown, names: Record<Seat, string>, w: Words): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? w.yes : w.no;
  if (Array.isArray(value))
    return value.length === 0 ? "–" : value.map((part) => factText(key, part, names, w)).join(", ");
  if (typeof value === "object") {
    const parts = Object.entries(value);
    return parts.length === 0
      ? "–"
      : parts
          .map(([part, inner]) => `${names[part] ?? humanizedWords(part)}: ${factText(part, inner, names, w)}`)
          .join("; ");
  }
  const text = String(value);
  return (SEAT_KEYS.includes(key) && names[text]) || text;
}
