import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import { aroundDeal, noted, rolled } from "./log";

test("a step that ends a hand and deals the next is told without the dealt cards", () => {
  const update = tapes.classic4.updates.find((it) => it["hand-over"]);
  const { before, after } = aroundDeal(update?.events ?? []);
  expect(before.map((event) => Object.keys(event as object)[0])).toEqual(["laid", "card", "went-out", "card"]);
  expect(after).toHaveLength(1);
  expect(JSON.stringify(after)).toContain('"to":"discard"');
});

test("the hand of a partner is seen, and not read out, when it is dealt", () => {
  const events = [{ moved: { card: "??", from: "stock", to: "hand C", end: "top" } }, { shown: { card: "tempest", at: "hand C" } }, { event: "began", seat: "A" }];
  expect(aroundDeal(events)).toEqual({ before: [], after: [{ event: "began", seat: "A" }] });
});

test("without a deal everything stays", () => {
  const events = [{ passed: { seat: "A" } }, { blocked: { why: "all-passed" } }];
  expect(aroundDeal(events)).toEqual({ before: events, after: [] });
});

test("a step that is told again, or taken back, is told once", () => {
  let log = noted([], 1, ["A draws a card."]);
  log = noted(log, 2, ["B passes."]);
  expect(noted(log, 2, ["B passes."])).toEqual(log);
  expect(noted(log, 1, [])).toEqual([]);
});

test("a line that is told again and again stands there once, with its number", () => {
  const log = [["A draws."], ["A draws."], ["A draws."], ["A plays.", "B draws."], ["A plays.", "B draws."], ["A draws."]].map((lines, step) => ({ step, lines }));
  expect(rolled(log).map(({ lines, times }) => [lines[0], times])).toEqual([["A draws.", 3], ["A plays.", 1], ["A plays.", 1], ["A draws.", 1]]);
});
