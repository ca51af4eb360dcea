// Which cards fly where: the difference of two scenes and the events between them, computed, never scripted.

import { own, type Scene } from "./scene";
import { keyed } from "./sort";
import { BACK, type Code } from "./types";

/** A card on its way. */
export interface Flight {
  /** What is seen of it at the start and at the end. */
  before: Code;
  after: Code;
  /** Where it starts: an element's name first, then the place it is at. */
  from: string[];
  /** Where it ends. */
  to: string[];
  /** The number in the row of flights; several may share one. */
  turn: number;
}

interface Moved {
  card: Code;
  from: string;
  to: string;
  end?: "top" | "bottom";
}

type CardEvent =
  | { moved: Moved }
  | { buried: Moved }
  | { gathered: { from: string; to: string; left: number } }
  | { rotated: { places: string[] } }
  | { shuffled: unknown }
  | { shown: unknown };

/** The movements of cards among the events of any game. */
export function cardEvents(events: readonly unknown[]): CardEvent[] {
  const found: CardEvent[] = [];
  for (const event of events) {
    if (typeof event !== "object" || event === null) continue;
    const inner: unknown = "card" in event && typeof event.card === "object" ? event.card : event;
    if (typeof inner !== "object" || inner === null) continue;
    if (["moved", "buried", "gathered", "rotated", "shuffled", "shown"].some((key) => key in inner)) {
      found.push(inner as CardEvent);
    }
  }
  return found;
}

/** Everything that flies between two scenes. More than a handful is dealt. */
export function flights(before: Scene | null, after: Scene, events: readonly unknown[]): Flight[] {
  if (before === null) return [];
  if (before.deal !== after.deal || before.seats.length !== after.seats.length) return dealt(after);
  const landing = landings(before, after);
  const found: Flight[] = [];
  for (const event of cardEvents(events)) {
    if ("moved" in event || "buried" in event) {
      const move = "moved" in event ? event.moved : event.buried;
      // An event of Crazier Eights flies to the discard pile when it is played, though it lies there only after its text.
      if (move.from === "resolving") continue;
      found.push(flight(before, after, move.to === "resolving" ? { ...move, to: "discard", end: "bottom" } : move, landing, found.length));
    } else if ("gathered" in event) {
      const { from, to } = event.gathered;
      for (let i = 0; i < 4; i += 1) found.push(pile(from, to, found.length));
    } else if ("rotated" in event) {
      const { places } = event.rotated;
      places.forEach((from, i) => found.push({ ...pile(from, places[(i + 1) % places.length] ?? from, 0) }));
    }
  }
  return found;
}

const pile = (from: string, to: string, turn: number): Flight => ({ before: BACK, after: BACK, from: [from], to: [to], turn });

function flight(before: Scene, after: Scene, move: Moved, landing: (move: Moved) => string[], turn: number): Flight {
  const hand = own(after)?.seat;
  const open = (place: string): boolean => place !== "stock" && (!place.startsWith("hand ") || place === `hand ${hand}`);
  return {
    before: open(move.from) ? move.card : BACK,
    after: move.to === "stock" || (move.to.startsWith("hand ") && move.to !== `hand ${hand}`) ? BACK : move.card,
    from: [...starts(before, move), move.from],
    to: [...landing(move), move.to],
    turn,
  };
}

/** The element in which the card was seen before. */
function starts(before: Scene, move: Moved): string[] {
  if (move.from === "discard") return [`discard/${before.discard.length - 1}`];
  if (move.from === "stock") return [];
  return move.card === BACK ? [] : [`${move.from}/${move.card}#0`];
}

/** Finds for each move the element that shows the card afterwards, each element once. */
function landings(before: Scene, after: Scene): (move: Moved) => string[] {
  const seat = own(after);
  const had = new Set(keyed(own(before)?.hand ?? []).map((it) => it.key));
  const fresh = keyed(seat?.hand ?? []).filter((it) => !had.has(it.key));
  let laid = before.discard.length;
  return (move) => {
    if (move.to === "discard") {
      if (move.end === "bottom") return [];
      laid += 1;
      return [`discard/${Math.min(laid, after.discard.length) - 1}`];
    }
    if (move.to === `hand ${seat?.seat}`) {
      const at = fresh.findIndex((it) => it.code === move.card);
      return at < 0 ? [] : fresh.splice(at, 1).map((it) => `${move.to}/${it.key}`);
    }
    return move.to.startsWith("in play ") ? [`${move.to}/${move.card}#0`] : [];
  };
}

/** A new deal: round by round from the stock, the starter last. It begins when the table has been seen for a moment. */
function dealt(after: Scene): Flight[] {
  const found: Flight[] = [];
  const most = Math.max(...after.seats.map((seat) => seat.hand.length), 0);
  const mine = keyed(own(after)?.hand ?? []);
  for (let round = 0; round < most; round += 1) {
    for (const seat of after.seats) {
      if (round >= seat.hand.length) continue;
      const place = `hand ${seat.seat}`;
      const key = seat.seat === after.you ? mine[round] : undefined;
      const to = key ? [`${place}/${key.key}`, place] : [place];
      found.push({ before: BACK, after: key?.code ?? BACK, from: ["stock"], to, turn: 1 + found.length });
    }
  }
  const top = after.discard.at(-1);
  if (top) {
    const to = [`discard/${after.discard.length - 1}`, "discard"];
    found.push({ before: BACK, after: top, from: ["stock"], to, turn: 1 + found.length });
  }
  return found;
}

/** When each of the flights starts and how long it takes, in milliseconds: all is over soon. */
export function timing(n: number, speed: number): { gap: number; length: number } {
  const gap = Math.min(70, 900 / Math.max(1, n));
  return { gap: gap * speed, length: 340 * speed };
}
