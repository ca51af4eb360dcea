// Computes which cards fly where, from two scenes and the events between them.

import type { CardEvent, End } from "../../generated/games/common";
import { cardEventOf, unwrapped, type TableEvent } from "../narrate/events";
import type { Deed, GameModule } from "./game-module";
import { own, type Scene } from "./scene";
import { keyed } from "./sort";
import { BACK, type Code } from "./types";

/** How a card flies, in milliseconds at the usual speed: it is lifted, flies and settles. */
export interface Flying {
  lift: number;
  fly: number;
  settle: number;
}

/** A card that leaves a hand is lifted first; one that comes from the stock slides off it. */
const DEAL: Flying = { lift: 0, fly: 260, settle: 120 };
const PLAY: Flying = { lift: 80, fly: 280, settle: 120 };
const DRAW: Flying = { lift: 0, fly: 240, settle: 100 };

/** When a card that is played lies on the table. */
export const LANDS = PLAY.lift + PLAY.fly;

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
  /** Milliseconds that pass before the row begins, at the usual speed. */
  wait: number;
  flying: Flying;
}

/** A thread from a card to what it affects, and what comes of it. Times are milliseconds at the usual speed. */
export interface Thread extends Pick<Deed, "from" | "to" | "mark" | "torn"> {
  wait: number;
}

/** All that moves in a step. */
export interface Motion {
  flights: Flight[];
  threads: Thread[];
  /** How long an event of the step waits for its thread. */
  wait(event: number): number;
}

/** A thread takes so long to grow, and the next one sets out so much later. */
const GROWS = 200;
const APART = 120;

/** More threads than this come at once. */
const MOST_APART = 7;

interface Moved {
  card: Code;
  from: string;
  to: string;
  end?: End;
}

/** The movements of cards among the events of any game. */
export function cardEvents(events: readonly TableEvent[]): CardEvent[] {
  return events.map(cardEventOf).filter((event) => event !== null);
}

/** Whether cards are dealt anew between two scenes. */
export function isNewDeal(before: Scene, after: Scene): boolean {
  return before.deal !== after.deal || before.seats.length !== after.seats.length;
}

/** All that moves between two scenes: a card that is played lands, then its text acts, one thing after the other. */
export function motion(
  game: Pick<GameModule, "deeds">,
  before: Scene | null,
  after: Scene,
  events: readonly TableEvent[],
): Motion {
  const deeds = before === null || isNewDeal(before, after) ? [] : (game.deeds?.(before, events) ?? []);
  const first = Math.min(...deeds.flatMap((deed) => deed.events), events.length);
  const lands = events.slice(0, first).some((event) => unwrapped(event).kind === "played") ? LANDS : 0;
  const threads = deeds.map(({ from, to, mark, torn }, i): Thread => {
    const wait = lands + APART * Math.min(i, MOST_APART);
    return { from, to, wait, ...(mark === undefined ? {} : { mark }), ...(torn === undefined ? {} : { torn }) };
  });
  const waits = new Map(deeds.flatMap((deed, i) => deed.events.map((at) => [at, (threads[i]?.wait ?? 0) + GROWS])));
  const torn = new Set(deeds.flatMap((deed) => (deed.torn === undefined ? [] : deed.events)));
  const wait = (event: number): number => waits.get(event) ?? 0;
  return { flights: flights(before, after, events, wait, torn), threads, wait };
}

/** Everything that flies between two scenes. More than a handful is dealt. */
export function flights(
  before: Scene | null,
  after: Scene,
  events: readonly TableEvent[],
  wait: (event: number) => number = () => 0,
  torn: ReadonlySet<number> = new Set(),
): Flight[] {
  if (before === null) return [];
  if (isNewDeal(before, after)) return dealt(after);
  const landing = landings(before, after);
  const found: Flight[] = [];
  /** The rows of those that wait equally long begin anew. */
  const rows = new Map<number, number>();
  const next = (at: number): Pick<Flight, "turn" | "wait"> => {
    const turn = rows.get(wait(at)) ?? 0;
    rows.set(wait(at), turn + 1);
    return { turn, wait: wait(at) };
  };
  events.forEach((wrapped, i) => {
    const event = cardEventOf(wrapped);
    if (event === null || torn.has(i)) return;
    if ("moved" in event || "buried" in event) {
      const move = "moved" in event ? event.moved : event.buried;
      // An event of Crazier Eights flies to the discard pile when it is played, though it lies there only after its text.
      if (move.from === "resolving") return;
      const to = move.to === "resolving" ? ({ ...move, to: "discard", end: "bottom" } as const) : move;
      found.push({ ...flight(before, after, to, landing), ...next(i) });
    } else if ("gathered" in event) {
      const { from, to } = event.gathered;
      for (let n = 0; n < 4; n += 1) found.push({ ...pile(from, to), ...next(i) });
    } else if ("rotated" in event) {
      const { places } = event.rotated;
      const row = next(i);
      places.forEach((from, n) => found.push({ ...pile(from, places[(n + 1) % places.length] ?? from), ...row }));
    }
  });
  return found;
}

type Way = Omit<Flight, "turn" | "wait">;

const pile = (from: string, to: string): Way => ({
  before: BACK,
  after: BACK,
  from: [from],
  to: [to],
  flying: PLAY,
});

function flight(before: Scene, after: Scene, move: Moved, landing: (move: Moved) => string[]): Way {
  const hand = own(after)?.seat;
  const open = (place: string): boolean =>
    place !== "stock" && (!place.startsWith("hand ") || place === `hand ${hand}`);
  return {
    before: open(move.from) ? move.card : BACK,
    after: move.to === "stock" || (move.to.startsWith("hand ") && move.to !== `hand ${hand}`) ? BACK : move.card,
    // What others play may have been shown large a moment ago.
    from: [...(open(move.from) ? [] : [`presented/${move.card}`]), ...starts(before, move), move.from],
    to: [...landing(move), move.to],
    flying: move.from === "stock" ? DRAW : PLAY,
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
  const had = new Set(keyed(own(before)?.hand ?? []).map((card) => card.key));
  const fresh = keyed(seat?.hand ?? []).filter((card) => !had.has(card.key));
  let laid = before.discard.length;
  return (move) => {
    if (move.to === "discard") {
      if (move.end === "bottom") return [];
      laid += 1;
      return [`discard/${Math.min(laid, after.discard.length) - 1}`];
    }
    if (move.to === `hand ${seat?.seat}`) {
      const at = fresh.findIndex((card) => card.code === move.card);
      return at < 0 ? [] : fresh.splice(at, 1).map((card) => `${move.to}/${card.key}`);
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
      found.push({
        before: BACK,
        after: key?.code ?? BACK,
        from: ["stock"],
        to,
        turn: 1 + found.length,
        wait: 0,
        flying: DEAL,
      });
    }
  }
  const top = after.discard.at(-1);
  if (top) {
    const to = [`discard/${after.discard.length - 1}`, "discard"];
    found.push({ before: BACK, after: top, from: ["stock"], to, turn: 1 + found.length, wait: 0, flying: DEAL });
  }
  return found;
}

/** When each of the flights starts and how long the longest takes, in milliseconds: all is over soon. */
export function timing(n: number, speed: number): { gap: number; length: number } {
  const gap = Math.min(70, 780 / Math.max(1, n));
  return { gap: gap * speed, length: (PLAY.lift + PLAY.fly + PLAY.settle) * speed };
}
