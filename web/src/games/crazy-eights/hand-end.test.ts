import { expect, test } from "vitest";
import type { TableEvent } from "../../lib/narrate/events";
import type { Sheet } from "../../lib/table/types";
import { handEnd, marksTo } from "./hand-end";
import { readRules } from "./rules";

const scoreRace = { match: { end: { target: { "per-player": 50 } } }, values: { 8: 50, A: 1, J: 10, K: 10, Q: 10 } };

/** The events of a step that ended a hand and dealt the next, as the engine told them. */
const events = [
  { laid: { called: false, cards: 1, jumped: false, seat: "A" } },
  { card: { moved: { card: "8S", end: "top", from: "hand A", to: "discard" } } },
  { "went-out": { seat: "A" } },
  { card: { shown: { at: "hand B", card: "3S" } } },
  { "left-in-hand": { cards: ["3S", "JS"], seat: "B" } },
  { "left-in-hand": { cards: ["7D", "QH"], seat: "C" } },
  { card: { moved: { card: "??", end: "top", from: "stock", to: "hand C" } } },
  { card: { moved: { card: "2H", end: "top", from: "stock", to: "discard" } } },
] as unknown as TableEvent[];

const sheet = (points: number): Sheet => ({
  hand: { winners: ["A"], points: { A: points, B: 0, C: 0 }, blocked: false, score: { A: points, B: 0, C: 0 } },
  over: null,
  names: { A: "Mia", B: "Ben", C: "Cleo" },
  events,
});

test("the end of a hand shows the card that ended it, not the first one of the next, and what was left", () => {
  const end = handEnd(sheet(30), readRules(scoreRace, 3));
  expect(end.last).toBe("8S");
  expect(end.left.map(({ seat, sum }) => [seat, sum])).toEqual([
    ["B", 13],
    ["C", 17],
  ]);
  expect(end.left[0]?.cards).toEqual([
    { code: "3S", worth: 3 },
    { code: "JS", worth: 10 },
  ]);
});

test("somebody collects only where the points say so", () => {
  const rules = readRules(scoreRace, 3);
  expect(handEnd(sheet(30), rules).collector).toBe("A");
  expect(handEnd(sheet(15), rules).collector).toBeNull();
  // Without the rules nobody knows what the cards count.
  expect(handEnd(sheet(30), null).collector).toBeNull();
});

test("the target is read from the rules, for as many as play", () => {
  expect(readRules(scoreRace, 4).target).toBe(200);
  expect(readRules({ match: { end: { limit: 500 } } }, 4).target).toBe(500);
  expect(readRules({ match: { end: { target: 120 } } }, 4).target).toBe(120);
  expect(readRules({ match: { end: "single-hand" } }, 4).target).toBeNull();
  expect(readRules({}, 4).target).toBeNull();
});

test("a card counts what the narrowest entry of the rules says", () => {
  const { worth } = readRules({ values: { red: 2, hearts: 3, Q: 12, "black Q": 13, QS: 40, joker: 5 } }, 2);
  expect(["QS", "QC", "QH", "5H", "5D", "5S", "KS", "AS", "10C", "*1"].map((code) => worth?.(code))).toEqual([
    40, 13, 12, 3, 2, 5, 10, 1, 10, 5,
  ]);
});

test("a way has a handful of marks at round numbers, none at the target itself", () => {
  expect(marksTo(200)).toEqual([50, 100, 150]);
  expect(marksTo(100)).toEqual([25, 50, 75]);
  expect(marksTo(500)).toEqual([100, 200, 300, 400]);
  for (const target of [1, 37, 350, 5000, 10_000]) expect(marksTo(target).length).toBeLessThan(7);
});
