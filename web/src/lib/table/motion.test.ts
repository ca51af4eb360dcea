import { expect, test } from "vitest";
import { tapes, type Tape } from "./fixtures";
import { gameOn } from "./fixtures/games";
import { cardEvents, flights, timing } from "./motion";
import { emptyScene, sceneOf } from "./scene";
import { keyed } from "./sort";
import type { TableEvent } from "../narrate/events";
import { eventsOf, type Update } from "./types";

function each(
  tape: Tape,
  look: (before: ReturnType<typeof sceneOf>, after: ReturnType<typeof sceneOf>, events: readonly TableEvent[]) => void,
): void {
  tape.updates.slice(1).forEach((update, i) => {
    const old = tape.updates[i];
    if (old) look(sceneOf(gameOn(tape), tape.room, old), sceneOf(gameOn(tape), tape.room, update), eventsOf(update));
  });
}

test("an opponent's card flies face down from the seat and lands on the pile face up", () => {
  const tape = tapes.classic4;
  each(tape, (before, after, events) => {
    if (before.deal !== after.deal) return;
    for (const flight of flights(before, after, events)) {
      if (!/^hand [B-D]$/.test(flight.from.at(-1) ?? "") || flight.to.at(-1) !== "discard") continue;
      expect(flight.before).toBe("??");
      expect(flight.after).not.toBe("??");
      expect(flight.to[0]).toBe(`discard/${after.discard.length - 1}`);
    }
  });
});

test("the own card starts where it was held, and a drawn one ends where it is held", () => {
  let [played, drawn] = [0, 0];
  const look: Parameters<typeof each>[1] = (before, after, events) => {
    if (before.deal !== after.deal) return;
    const held = new Set(keyed(after.seats[0]?.hand ?? []).map((entry) => `hand A/${entry.key}`));
    const had = new Set(keyed(before.seats[0]?.hand ?? []).map((entry) => `hand A/${entry.key}`));
    for (const flight of flights(before, after, events)) {
      if (flight.from.at(-1) === "hand A") {
        played += 1;
        expect(had.has(flight.from[0] ?? "")).toBe(true);
      }
      if (flight.to.at(-1) === "hand A") {
        drawn += 1;
        expect(held.has(flight.to[0] ?? "")).toBe(true);
        expect(had.has(flight.to[0] ?? "")).toBe(false);
      }
    }
  };
  each(tapes.classic4, look);
  each(tapes.classic2, look);
  expect(played).toBeGreaterThan(3);
  expect(drawn).toBeGreaterThan(0);
});

test("a new deal goes round by round to everybody, the starter last", () => {
  each(tapes.classic4, (before, after, events) => {
    if (before.deal === after.deal) return;
    const dealt = flights(before, after, events);
    const cards = after.seats.reduce((sum, seat) => sum + seat.hand.length, 0);
    expect(dealt).toHaveLength(cards + 1);
    expect(dealt.slice(0, 4).map((entry) => entry.to.at(-1))).toEqual(["hand A", "hand B", "hand C", "hand D"]);
    expect(dealt.at(-1)?.to.at(-1)).toBe("discard");
  });
});

test("every movement that was seen becomes a flight, in every game", () => {
  for (const tape of Object.values(tapes)) {
    each(tape, (before, after, events) => {
      if (before.deal !== after.deal) return;
      const moved = cardEvents(events).filter((event) => "moved" in event || "buried" in event).length;
      expect(flights(before, after, events).length).toBeGreaterThanOrEqual(moved);
    });
  }
});

test("nothing flies without a scene before", () => {
  const [first] = tapes.classic4.updates;
  if (first)
    expect(flights(null, sceneOf(gameOn(tapes.classic4), tapes.classic4.room, first), eventsOf(first))).toEqual([]);
});

test("however many fly, all is over soon, and at speed 0 at once", () => {
  for (const n of [1, 20, 112]) {
    const { gap, length } = timing(n, 1);
    expect(gap * n + length).toBeLessThan(1300);
  }
  expect(timing(20, 0)).toEqual({ gap: 0, length: 0 });
});

test("the first deal of a match goes to everybody too, in every game", () => {
  for (const tape of Object.values(tapes)) {
    const { room, updates } = tape;
    const update = updates[0] as Update;
    const after = sceneOf(gameOn(tape), room, update);
    const dealt = flights(emptyScene(room), after, eventsOf(update));
    for (const seat of after.seats) {
      expect(dealt.filter((entry) => entry.to.at(-1) === `hand ${seat.seat}`)).toHaveLength(seat.hand.length);
    }
    expect(dealt.every((entry) => entry.from[0] === "stock" && entry.turn > 0)).toBe(true);
  }
});
