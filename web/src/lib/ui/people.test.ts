import { expect, test } from "vitest";
import { localRoom } from "../placeholder-room";
import type { Room } from "../../generated/wire";
import { othersAt } from "./people";

const rules = { game: "crazy-eights", name: "basic", title: "", about: "", hash: "" };
const person = (guest: string): Room["chairs"][number]["who"] => ({
  person: { guest, name: guest, here: true, host: guest === "ada", bot: null, missed: 0 },
});
const watcher = (guest: string, waits: boolean): Room["watching"][number] => ({
  guest,
  name: guest,
  host: false,
  waits,
});

const room: Room = {
  ...localRoom(
    rules,
    [
      { seat: "A", who: person("ada"), ready: true },
      { seat: "B", who: person("ben"), ready: true },
      { seat: "C", who: { nobody: {} }, ready: false },
    ],
    "A",
  ),
  guest: "ada",
  may: ["kick", "admit"],
  watching: [watcher("cleo", true), watcher("ben", false)],
};

test("during a match only spectators can be sent away, and nobody is listed twice", () => {
  expect(othersAt(room).map(({ guest, watches, waits, kickable }) => [guest, watches, waits, kickable])).toEqual([
    ["ben", false, false, false],
    ["cleo", true, true, true],
  ]);
});

test("between matches the host can send anybody away, others nobody", () => {
  expect(othersAt({ ...room, phase: "gathering" }).every(({ kickable }) => kickable)).toBe(true);
  expect(othersAt({ ...room, phase: "gathering", may: [] }).some(({ kickable }) => kickable)).toBe(false);
});
