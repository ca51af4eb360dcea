import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import type { TableEvent } from "../narrate/events";
import { aroundDeal, lastLines, noted, rolled } from "./log";
import { eventsOf } from "./types";

test("a step that ends a hand and deals the next leaves out the dealt cards", () => {
  const update = tapes.classic4.updates.find((update) => update["hand-over"]);
  const { before, after } = aroundDeal(update ? eventsOf(update) : []);
  expect(before.map((event) => Object.keys(event)[0])).toEqual(["laid", "card", "went-out", "card"]);
  expect(after).toHaveLength(1);
  expect(JSON.stringify(after)).toContain('"to":"discard"');
});

test("the hand of a partner is seen, and not read out, when it is dealt", () => {
  const events = [
    { moved: { card: "??", from: "stock", to: "hand C", end: "top" } },
    { shown: { card: "tempest", at: "hand C" } },
    { event: "began", seat: "A" },
  ] as TableEvent[];
  expect(aroundDeal(events)).toEqual({ before: [], after: [{ event: "began", seat: "A" }] });
});

test("without a deal everything stays", () => {
  const events = [{ passed: { seat: "A" } }, { blocked: { why: "all-passed" } }] as unknown as TableEvent[];
  expect(aroundDeal(events)).toEqual({ before: events, after: [] });
});

test("a step that is repeated or undone appears once", () => {
  let log = noted([], 1, ["A draws a card."]);
  log = noted(log, 2, ["B passes."]);
  expect(noted(log, 2, ["B passes."])).toEqual(log);
  expect(noted(log, 1, [])).toEqual([]);
});

test("a repeated line appears once, with its count", () => {
  const log = [
    ["A draws."],
    ["A draws."],
    ["A draws."],
    ["A plays.", "B draws."],
    ["A plays.", "B draws."],
    ["A draws."],
  ].map((lines, step) => ({ step, lines }));
  expect(rolled(log).map(({ lines, times }) => [lines[0], times])).toEqual([
    ["A draws.", 3],
    ["A plays.", 1],
    ["A plays.", 1],
    ["A draws.", 1],
  ]);
});

test("the newest sentences are the last of all steps, and what happens again is told once", () => {
  const log = [
    { step: 1, lines: ["a", "b"] },
    { step: 2, lines: ["c"] },
    { step: 3, lines: ["c"] },
    { step: 4, lines: ["d"] },
  ];
  expect(lastLines(log, 3)).toEqual(["b", "c × 2", "d"]);
  expect(lastLines(log, 1)).toEqual(["d"]);
  expect(lastLines([], 3)).toEqual([]);
});
