// What screen readers are told besides the sentences of the log: who has one card left, and what a hand counted.

import type { Scene } from "./scene";
import type { HandOver, Seat } from "./types";
import { fill, plural, type Words } from "./words";

type Names = Readonly<Record<Seat, string>>;

/** Who has come down to one card since the scene before. */
export function lastCards(before: Scene | null, now: Scene, names: Names, w: Words): string[] {
  if (before === null || before.deal !== now.deal) return [];
  const had = new Map(before.seats.map(({ seat, hand }) => [seat, hand.length]));
  return now.seats
    .filter(({ seat, hand, playing }) => playing && hand.length === 1 && (had.get(seat) ?? 0) > 1)
    .map(({ seat }) => (seat === now.you ? w.youOneLeft : fill(w.oneLeft, { a: names[seat] ?? seat })));
}

/** What everybody got in the hand that ended, and has in all, the winners first; nothing where no points are counted. */
export function handPoints(hand: HandOver | null, you: Seat | null, names: Names, w: Words): string[] {
  if (hand === null) return [];
  const { points, score, winners } = hand;
  const seats = Object.keys(score);
  if (!seats.some((seat) => points[seat] || score[seat])) return [];
  const won = (seat: Seat): number => Number(winners.includes(seat));
  return seats
    .sort((a, b) => won(b) - won(a) || (score[b] ?? 0) - (score[a] ?? 0))
    .map((seat) => {
      const k = points[seat] ?? 0;
      const a = seat === you ? w.you : (names[seat] ?? seat);
      return fill(plural(w.pointsNow, k), { a, k, s: score[seat] ?? 0 });
    });
}
