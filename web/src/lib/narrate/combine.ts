// Joins events that are told in one sentence.

import { cardEventOf, type Joined, type TableEvent } from "./events";
import { handOf } from "./narrator";

/** Joins cards that one player draws face down, and cards shown at one place; drops the movement of a card whose playing is an event of its own. */
export function combine(events: readonly TableEvent[]): (TableEvent | Joined)[] {
  const found: (TableEvent | Joined)[] = [];
  const played = new Set(events.map(playedCard));
  for (const event of events) {
    if (played.has(entering(event) ?? "")) continue;
    const joined = join(found.at(-1), event);
    if (joined === null) found.push(begin(event));
    else found[found.length - 1] = joined;
  }
  return found;
}

/** The last event together with this one, where one sentence tells both. */
function join(last: TableEvent | Joined | undefined, event: TableEvent): Joined | null {
  if (last === undefined || typeof last === "string" || typeof event === "string") return null;
  if ("many" in last) {
    const { seat, cards } = last.many;
    if ("penalty" in event && event.penalty.seat === seat && event.penalty.cards === cards)
      return { fined: event.penalty };
    return drawer(event) === seat ? { many: { seat, cards: cards + 1 } } : null;
  }
  const shown = shownCard(event);
  if (shown !== null && "shown" in last && "cards" in last.shown && last.shown.at === shown.at) {
    return { shown: { at: shown.at, cards: [...last.shown.cards, shown.card] } };
  }
  return null;
}

/** An event that others may be joined to. */
function begin(event: TableEvent): TableEvent | Joined {
  const shown = shownCard(event);
  if (shown !== null) return { shown: { at: shown.at, cards: [shown.card] } };
  const seat = drawer(event);
  return seat === null ? event : { many: { seat, cards: 1 } };
}

function shownCard(event: TableEvent): { card: string; at: string } | null {
  const inner = cardEventOf(event);
  return inner !== null && "shown" in inner ? inner.shown : null;
}

/** The card that is played, and the place it goes to. */
function playedCard(event: TableEvent): string | null {
  return typeof event === "object" && "event" in event && event.event === "played"
    ? `${event.card} in play ${event.seat}`
    : null;
}

/** The card that a movement brings into play, and its place. */
function entering(event: TableEvent): string | null {
  return typeof event === "object" && "moved" in event && event.moved.to.startsWith("in play")
    ? `${event.moved.card} ${event.moved.to}`
    : null;
}

/** The seat that draws a face-down card, in games that have no other event for it. */
function drawer(event: TableEvent): string | null {
  if (typeof event === "string" || !("card" in event) || typeof event.card !== "object" || !("moved" in event.card))
    return null;
  const { card, from, to } = event.card.moved;
  return card === "??" && from === "stock" ? (handOf(to) ?? null) : null;
}
