// Threads go from the card that does something to what it does it to, and what they point at waits for them.
import { expect, test } from "vitest";
import type { TableEvent } from "../../lib/narrate/events";
import { tapes } from "../../lib/table/fixtures";
import { LANDS, motion } from "../../lib/table/motion";
import { sceneOf, type Scene } from "../../lib/table/scene";
import { eventsOf, type Update } from "../../lib/table/types";
import { game } from ".";
import { deeds } from "./deeds";

const before = (tape = tapes.crazier4): Scene => sceneOf(game, tape.room, tape.updates[0] as Update);
const moved = (card: string, from: string, to: string) => ({ moved: { card, end: "top", from, to } });
const events = (...all: unknown[]): readonly TableEvent[] => all as TableEvent[];

test("cards that somebody must draw are one thread with their number", () => {
  const found = deeds(
    before(),
    events(
      { event: "played", seat: "B", card: "hungry-shadow" },
      moved("hungry-shadow", "hand B", "resolving"),
      moved("??", "stock", "hand C"),
      moved("??", "stock", "hand C"),
      { event: "drew", seat: "C", number: 2, by: "B" },
      moved("hungry-shadow", "resolving", "discard"),
    ),
  );
  expect(found).toEqual([
    {
      from: ["presented/hungry-shadow", "in play B/hungry-shadow#0", "discard"],
      to: ["hand C"],
      events: [2, 3],
      mark: "+2",
    },
  ]);
});

test("the draw of every turn has no thread", () => {
  const drawn = [moved("??", "stock", "hand C"), { event: "drew", seat: "C", number: 1 }];
  expect(deeds(before(), events({ event: "began", seat: "C" }, ...drawn))).toEqual([]);
  expect(deeds(before(), events({ event: "speaks", seat: "C", card: "wood-elf" }, ...drawn))).toEqual([]);
});

test("a destroyed card is torn when the thread has reached it, and does not fly", () => {
  const step = tapes.crazier4.updates.findIndex(({ events }) => JSON.stringify(events).includes("destroyed"));
  const [old, update] = [tapes.crazier4.updates[step - 1], tapes.crazier4.updates[step]] as [Update, Update];
  const [from, to] = [sceneOf(game, tapes.crazier4.room, old), sceneOf(game, tapes.crazier4.room, update)];
  const all = eventsOf(update);
  const { flights, threads, wait } = motion(game, from, to, all);
  const destroyed = all.filter(
    (event) => typeof event === "object" && "event" in event && `${event.event}` === "destroyed",
  );
  expect(threads.filter(({ torn }) => torn !== undefined)).toHaveLength(destroyed.length);
  expect(threads[0]?.to[0]).toBe(`in play B/${threads[0]?.torn}#0`);
  // Eclipse itself flies, what it destroys does not.
  expect(flights.filter(({ from }) => from.at(-1)?.startsWith("in play"))).toEqual([]);
  expect(flights[0]?.from.at(-1)).toBe("hand B");
  expect(threads[0]?.wait).toBe(LANDS);
  expect(threads[1]?.wait).toBeGreaterThan(LANDS);
  expect(wait(2)).toBeGreaterThan(LANDS);
});

test("what a thread points at moves after it, and a card that speaks is where it lies in play", () => {
  const all = events({ event: "speaks", seat: "D", card: "angel-of-hope" }, moved("??", "stock", "hand B"), {
    event: "drew",
    seat: "B",
    number: 1,
    by: "D",
  });
  const scene = before();
  const { flights, threads } = motion(game, scene, scene, all);
  expect(threads[0]?.from).toContain("in play D/angel-of-hope#0");
  expect(flights[0]?.wait).toBeGreaterThan(threads[0]?.wait ?? Infinity);
});
