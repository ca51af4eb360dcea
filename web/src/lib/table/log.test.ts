import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import { aroundDeal } from "./log";

test("a step that ends a hand and deals the next is told without the dealt cards", () => {
  const update = tapes.classic4.updates.find((it) => it["hand-over"]);
  const { before, after } = aroundDeal(update?.events ?? []);
  expect(before.map((event) => Object.keys(event as object)[0])).toEqual(["laid", "card", "went-out", "card"]);
  expect(after).toHaveLength(1);
  expect(JSON.stringify(after)).toContain('"to":"discard"');
});

test("without a deal everything stays", () => {
  const events = [{ passed: { seat: "A" } }, "blocked"];
  expect(aroundDeal(events)).toEqual({ before: events, after: [] });
});
