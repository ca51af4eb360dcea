// The events of a game as types, and the table with a sentence for each kind of them.

import type { Card, CardEvent } from "../../generated/games/common";
import type { Seat } from "../table/types";
import type { Narrator } from "./narrator";

/** Events that the page itself looks at, in any game, and those that are only a word. A game has more kinds of its own, which only its narration reads. */
export type TableEvent =
  | string
  | CardEvent
  | { card: CardEvent }
  | { penalty: { seat: Seat; cards: number } }
  | { event: "played"; seat: Seat; card: Card };

/** Several events told in one sentence. */
export type Joined =
  | { many: { seat: Seat; cards: number } }
  | { fined: { seat: Seat; cards: number } }
  | { shown: { at: string; cards: Card[] } };

/** An event is `{kind: body}`, `{event: kind, …}` or only its kind; `card` wraps card events in some games. */
type Unwrapped<E> = E extends { card: infer C extends object } ? C : E;
/** Cards that are shown are told together. */
type Told<E> = Exclude<Unwrapped<E>, { shown: unknown }> | Joined;
type KindOf<E> = E extends string
  ? E
  : E extends { event: infer K extends string }
    ? K
    : E extends object
      ? keyof E & string
      : never;
type BodyOf<E, K extends string> = E extends string
  ? E extends K
    ? undefined
    : never
  : E extends { event: string }
    ? Extract<E, { event: K }>
    : E extends { [key in K]: infer B }
      ? B
      : never;

/** A sentence for each kind of event; null where another event says the same. A kind without one does not compile. */
export type Narration<E> = {
  readonly [K in KindOf<Told<E>>]: (body: BodyOf<Told<E>, K>, narrator: Narrator) => string | null;
};

/** The narration of any game: a body goes only to the function of its kind. */
export type AnyNarration = Readonly<Record<string, (body: never, narrator: Narrator) => string | null>>;

const CARD_EVENTS = ["moved", "buried", "gathered", "shuffled", "shown", "rotated"];

/** The card event that an event is or wraps. */
export function cardEventOf(event: TableEvent): CardEvent | null {
  if (typeof event === "string") return null;
  const inner = "card" in event && typeof event.card === "object" ? event.card : event;
  return CARD_EVENTS.some((kind) => kind in inner) ? (inner as CardEvent) : null;
}

/** The kind of an event and what it tells, without what wraps it; a word is its own kind. */
export function unwrapped(event: TableEvent | Joined): { kind: string; body: unknown } {
  if (typeof event === "string") return { kind: event, body: undefined };
  if ("event" in event) return { kind: event.event, body: event };
  const inner = "card" in event ? event.card : event;
  const [kind, body] = Object.entries(inner)[0] ?? ["", null];
  return { kind, body: body as unknown };
}
