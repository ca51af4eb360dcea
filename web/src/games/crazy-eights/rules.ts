// What the table shows of a rule sheet of Crazy Eights: the target, and what cards count that are left in a hand.

import type { MatchRules } from "../../lib/table/game-module";
import { french } from "../../lib/table/french";
import { SHAPES } from "../../lib/table/shapes";
import type { Code, RuleSheet } from "../../lib/table/types";

/** How a sheet calls the shapes. */
const SHAPE_NAMES: Record<string, string> = Object.fromEntries(
  Object.entries(SHAPES).map(([letter, shape]) => [letter, shape === "cross" ? "crosses" : `${shape}s`]),
);

const SUITS: Record<string, string> = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

export function readRules(sheet: RuleSheet, seats: number): MatchRules {
  const end = (sheet["match"] as { end?: unknown } | undefined)?.end;
  const values = (sheet["values"] ?? {}) as Record<string, number>;
  const deck = sheet["deck"] as { kind?: string } | undefined;
  const count = deck?.kind === "shapes-49" ? shapedWorth : worth;
  return { target: target(end, seats), worth: (code) => count(code, values) };
}

/** The points at which the match ends, whether the most or the fewest win it. */
function target(end: unknown, seats: number): number | null {
  if (typeof end !== "object" || end === null) return null;
  const { target, limit, elimination } = end as {
    target?: number | { "per-player": number };
    limit?: number;
    elimination?: number;
  };
  if (typeof target === "object") return target["per-player"] * seats;
  return target ?? limit ?? elimination ?? null;
}

/** The narrowest entry of the sheet holds for a card; one that is not named counts its number, and courts count ten. */
function worth(code: Code, values: Record<string, number>): number {
  const { rank, suit } = french(code);
  if (rank === "*") return values["joker"] ?? 50;
  const colour = suit === "H" || suit === "D" ? "red" : "black";
  const selectors = [rank + suit, `${colour} ${rank}`, rank, SUITS[suit] ?? "", colour];
  const written = selectors.find((selector) => selector in values);
  if (written !== undefined) return values[written] ?? 0;
  return rank === "A" ? 1 : Math.min(10, Number(rank) || 10);
}

/** The same for a card with a number and a shape. */
function shapedWorth(code: Code, values: Record<string, number>): number {
  if (code.startsWith("*")) return values[code] ?? values["joker"] ?? 50;
  const [number, letter] = [code.slice(0, -1), code.slice(-1)];
  return values[code] ?? values[number] ?? values[SHAPE_NAMES[letter] ?? ""] ?? Number(number);
}
