// What the texts of cards do in a step, for the threads from a card to what it affects.

import type { Event, Note } from "../../generated/games/crazier-eights";
import { cardEventOf, type TableEvent } from "../../lib/narrate/events";
import { handOf } from "../../lib/narrate/narrator";
import type { Deed } from "../../lib/table/game-module";
import type { Scene } from "../../lib/table/scene";
import type { Code, Seat } from "../../lib/table/types";

/** A movement, or several of one kind to one player, which one thread shows. */
interface Movement {
  key: string;
  to: string[];
  sign: "+" | "−" | null;
  torn?: Code;
}

export function deeds(before: Scene, events: readonly TableEvent[]): Deed[] {
  const found: (Deed & { key: string; count: number; sign: Movement["sign"] })[] = [];
  let cause: { code: Code; seat: Seat | null } | null =
    before.speaking === null ? null : { code: before.speaking, seat: holder(before, before.speaking) };
  (events as readonly unknown[] as Event[]).forEach((event, i) => {
    if ("event" in event) cause = causeAfter(event, cause);
    if (cause === null) return;
    const move = "event" in event ? null : movementOf(events, i);
    if (move === null || move.key.endsWith(` ${cause.code}`)) return;
    const key = `${cause.code} ${move.key}`;
    const same = found.at(-1);
    // What tells of a card that is destroyed comes after it.
    const own = move.torn === undefined ? [i] : [i, i + 1];
    if (same?.key === key) {
      same.events.push(...own);
      same.count += 1;
    } else
      found.push({
        key,
        count: 1,
        sign: move.sign,
        from: seenAt(cause.code, cause.seat),
        to: move.to,
        events: own,
        ...(move.torn === undefined ? {} : { torn: move.torn }),
      });
  });
  return found.map(({ key: _, count, sign, ...deed }) => (sign === null ? deed : { ...deed, mark: `${sign}${count}` }));
}

/** Whose text is carried out after an event. */
function causeAfter(event: Note, cause: { code: Code; seat: Seat | null } | null): typeof cause {
  if (event.event === "played" || event.event === "speaks") return { code: event.card, seat: event.seat };
  return ["began", "discarded", "ended", "won"].includes(event.event) ? null : cause;
}

/** Large in the middle while it is presented, in play, or on the pile. */
function seenAt(code: Code, seat: Seat | null): string[] {
  return [`presented/${code}`, ...(seat === null ? [] : [`in play ${seat}/${code}#0`]), "discard"];
}

function holder(scene: Scene, code: Code): Seat | null {
  return scene.seats.find(({ inPlay }) => inPlay.includes(code))?.seat ?? null;
}

/** What a thread points at, for movements that a text causes. */
function movementOf(events: readonly TableEvent[], at: number): Movement | null {
  const event = cardEventOf(events[at] ?? "");
  if (event === null || !("moved" in event || "buried" in event)) return null;
  const { card, from, to } = "moved" in event ? event.moved : event.buried;
  const [giver, taker] = [handOf(from), handOf(to)];
  if (from.startsWith("in play ")) {
    const torn = isDestroyed(events, at, card);
    return {
      key: `from ${from} ${card}`,
      to: [`${from}/${card}#0`, from],
      sign: null,
      ...(torn ? { torn: card } : {}),
    };
  }
  // The draw of every turn is nobody's doing.
  if (from === "stock" && taker) return isOrdinaryDraw(events, at) ? null : { key: `to ${to}`, to: [to], sign: "+" };
  if (from === "discard" && taker) return { key: `to ${to}`, to: [to], sign: "+" };
  if (giver && taker) return { key: `to ${to}`, to: [to], sign: "+" };
  // All hands go into one heap.
  if (giver && to === "aside") return { key: `from ${from}`, to: [from], sign: null };
  if (giver && to === "stock") return { key: `from ${from}`, to: [from], sign: "−" };
  return null;
}

function isDestroyed(events: readonly TableEvent[], at: number, card: Code): boolean {
  const next = events[at + 1] as unknown as Event | undefined;
  return next !== undefined && "event" in next && next.event === "destroyed" && next.card === card;
}

/** Cards are told to be drawn after they have moved; `by` says on whose account. */
function isOrdinaryDraw(events: readonly TableEvent[], at: number): boolean {
  const told = (events.slice(at + 1) as readonly unknown[] as Event[]).find(
    (event) => "event" in event && event.event === "drew",
  ) as Extract<Note, { event: "drew" }> | undefined;
  return told !== undefined && told.by === undefined;
}
