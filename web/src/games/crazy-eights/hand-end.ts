// What is shown when a hand of Crazy Eights is over: the last card, and what everybody still held.

import type { Event } from "../../generated/games/crazy-eights";
import type { MatchRules } from "../../lib/table/game-module";
import type { Code, Seat, Sheet } from "../../lib/table/types";

/** What somebody still held. */
export interface Left {
  seat: Seat;
  cards: { code: Code; worth: number | null }[];
  /** What the cards count together; null where the rules are not known. */
  sum: number | null;
}

export interface HandEnd {
  /** The card that ended the hand. */
  last: Code | null;
  left: Left[];
  /** Who collects all that the others hold; null where points are given otherwise, or not at all. */
  collector: Seat | null;
}

export function handEnd(sheet: Sheet, rules: MatchRules | null): HandEnd {
  let last: Code | null = null;
  const left: Left[] = [];
  for (const event of sheet.events as unknown as Event[]) {
    if ("card" in event && "moved" in event.card) {
      const { card, from, to } = event.card.moved;
      if (from.startsWith("hand ") && to === "discard") last = card;
    } else if ("left-in-hand" in event) {
      const { seat, cards } = event["left-in-hand"];
      const worths = cards.map((code) => ({ code, worth: rules?.worth?.(code) ?? null }));
      const sum = rules?.worth ? worths.reduce((sum, { worth }) => sum + (worth ?? 0), 0) : null;
      left.push({ seat, cards: worths, sum });
    }
  }
  return { last, left, collector: collector(sheet, left) };
}

/** The points of the hand tell it: one player has exactly what the others hold. */
function collector(sheet: Sheet, left: readonly Left[]): Seat | null {
  const [winner, ...more] = sheet.hand?.winners ?? [];
  if (winner === undefined || more.length > 0) return null;
  const others = left.filter(({ seat }) => seat !== winner);
  if (others.length === 0 || others.some(({ sum }) => sum === null)) return null;
  const sum = others.reduce((all, { sum }) => all + (sum ?? 0), 0);
  return sum > 0 && sheet.hand?.points[winner] === sum ? winner : null;
}

/** The marks on the way to a target: a handful, at round numbers. */
export function marksTo(target: number): number[] {
  const step = [10, 25, 50, 100, 250, 500, 1000, 2500].find((step) => target / step <= 6) ?? target;
  return Array.from({ length: Math.ceil(target / step) - 1 }, (_, i) => (i + 1) * step);
}
