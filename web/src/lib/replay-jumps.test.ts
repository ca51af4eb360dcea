import { expect, test } from "vitest";
import { handAt, jump, turnStarts } from "./replay-jumps";

test("a turn begins where somebody else acts", () => {
  expect(turnStarts(["A", "A", "B", "C", "C", "A"])).toEqual([0, 2, 3, 5, 6]);
  expect(turnStarts([])).toEqual([0]);
});

test("a jump goes to the nearest place in its direction, and stays where there is none", () => {
  const starts = [0, 2, 3, 5, 6];
  expect(jump(starts, 2, true)).toBe(3);
  expect(jump(starts, 4, false)).toBe(3);
  expect(jump(starts, 6, true)).toBe(6);
  expect(jump(starts, 0, false)).toBe(0);
});

test("the step that ends a hand shows the next deal, but for the last one", () => {
  expect([0, 9, 10, 11, 20].map((step) => handAt([10, 20], step))).toEqual([1, 1, 2, 2, 2]);
});
