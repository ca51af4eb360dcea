// Whom a table waits for after a hand.
import { expect, test } from "vitest";
import type { Chair, Room } from "../../generated/wire";
import { isAsked, isReady, waitedFor } from "./pause";

const person = (seat: string, name: string, ready: boolean, more = {}): Chair => ({
  seat,
  ready,
  who: { person: { guest: seat, name, here: true, host: false, bot: null, missed: 0, ...more } },
});
const chairs = [
  person("A", "Ada", true),
  person("B", "Ben", false),
  person("C", "Cleo", false, { here: false }),
  person("D", "Dora", false, { bot: "normal" }),
  { seat: "E", ready: true, who: { bot: { name: "Finn", level: "normal" } } },
];
const room = (more: Partial<Room>): Room => ({ chairs, may: ["ready"], you: "A", ...more }) as unknown as Room;

test("in a pause people who are here and not ready are waited for", () => {
  const paused = room({ pause: { left: 5000 } });
  expect(waitedFor(paused)).toEqual(["Ben"]);
  expect([isAsked(paused), isReady(paused, "A"), isReady(paused, "B"), isReady(paused, "E")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("without a pause, and for a spectator, there is nothing to be ready for", () => {
  expect([isAsked(room({})), isReady(room({}), "A"), waitedFor(room({}))]).toEqual([false, false, []]);
  expect(isAsked(room({ pause: { left: null }, may: [] }))).toBe(false);
});
