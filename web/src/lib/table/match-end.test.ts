import { expect, test } from "vitest";
import { de } from "../i18n/de";
import { en } from "../i18n/en";
import type { TableEvent } from "../narrate/events";
import { tapes, type Tape } from "./fixtures";
import { gameOn } from "./fixtures/games";
import { matchEnd, type MatchEnd } from "./match-end";
import { namesOf, sceneOf } from "./scene";
import type { Over, Update } from "./types";

/** The last screen of a recorded game, as if it had ended like this. */
function ended(tape: Tape, over: Over, view: object, events: unknown[] = [], lang = en): MatchEnd {
  const last = tape.updates.at(-1) as Update;
  const game = gameOn(tape);
  const scene = sceneOf(game, tape.room, { ...last, asks: null, over, view: { ...(last.view as object), ...view } });
  return matchEnd(game, scene, over, events as TableEvent[], { scene, names: namesOf(tape.room), w: lang.table, lang });
}

const hands = (tape: Tape, table: object): object => ({
  table: { ...(tape.updates.at(-1)?.view as { table: object }).table, ...table },
});

test("a match that was won shows the last card, what the others held and how far they came", () => {
  const tape = tapes.classic2;
  const view = hands(tape, { "hand A": [], "hand B": 3, discard: ["QS", "5S", "8H"] });
  const events = [{ card: { moved: { card: "8H", from: "hand A", to: "discard", end: "top" } } }];
  const end = ended(tape, { winners: ["A"], points: { A: 214, B: 196 } }, view, events);
  expect(end.won).toBe(true);
  expect(end.title).toBe("You win!");
  expect(end.lead).toBe("With 214 points.");
  expect(end.cards).toEqual(["QS", "8H", "5S"]);
  expect(end.text).toMatch(/^The last card: eight of hearts\. \S+ had three cards left\.$/);
  expect(end.rows.map(({ place, value, mine }) => [place, value, mine])).toEqual([
    [1, "214", true],
    [2, "196", false],
  ]);
  expect(end.rows.map(({ share }) => share?.toFixed(2))).toEqual(["1.00", "0.92"]);
  expect(end.facts.map(({ n }) => n)).toEqual([18]);
});

test("a match that was lost names the winner and how close it was", () => {
  const tape = tapes.classic2;
  const name = namesOf(tape.room)["B"];
  const end = ended(
    tape,
    { winners: ["B"], points: { A: 171, B: 175 } },
    hands(tape, { "hand A": ["KS"], "hand B": 0 }),
  );
  expect(end.won).toBe(false);
  expect(end.title).toBe(`${name} wins this one.`);
  expect(end.lead).toBe("You were four points behind.");
  expect(end.text).toBe("You had one card left.");
  expect(end.facts).toEqual([]);
  expect(ended(tape, { winners: ["B"], points: { A: 171, B: 175 } }, {}, [], de).lead).toBe(
    "Dir haben vier Punkte gefehlt.",
  );
});

test("where the fewest points win, the winner is first and has the longest bar", () => {
  const end = ended(tapes.classic2, { winners: ["B"], points: { A: 90, B: 12 } }, {});
  expect(end.rows.map(({ seat, place, share }) => [seat, place, share?.toFixed(1)])).toEqual([
    ["B", 1, "1.0"],
    ["A", 2, "0.1"],
  ]);
});

test("what cannot be known is left out", () => {
  const end = ended(tapes.classic2, { winners: [], points: { A: 0, B: 0 } }, {});
  expect([end.title, end.lead, end.text, end.facts, end.decided]).toEqual(["Nobody wins this one.", "", "", [], false]);
  expect(end.rows.every(({ share }) => share === null)).toBe(true);
});

test("Crazy 8-Ball shows the shot that sank the 8, and counts balls instead of points", () => {
  const tape = tapes.ball2;
  const name = namesOf(tape.room)["B"];
  const over = tape.updates.at(-1)?.over;
  if (!over) throw new Error("the tape ends with the game");
  const end = ended(tape, over, {});
  expect(end.cards).toEqual(["stick-red", "ball-8", "cue-red"]);
  expect(end.text).toBe("The 8 goes down in the far middle.");
  expect(end.rows.map(({ value }) => value)).toEqual(["all seven and the 8", "six of seven down"]);
  expect(end.facts).toEqual([
    { n: 1, text: `ball ${name} had left` },
    { n: 149, text: "turns, both together" },
  ]);
  expect(end.lead).toBe("");
});
