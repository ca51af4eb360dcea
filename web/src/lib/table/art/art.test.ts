import { expect, test } from "vitest";
import printed from "../cards.json";
import { ballNumber } from "./balls";
import { pips } from "./pips";
import { sigil } from "./sigil";

test("a number card has as many pips as it says, none of them outside or on another", () => {
  for (let n = 2; n <= 10; n += 1) {
    const spots = pips(String(n));
    expect(spots).toHaveLength(n);
    spots.forEach(([x, y], i) => {
      expect(x > 60 && x < 190 && y > 40 && y < 310).toBe(true);
      for (const [p, q] of spots.slice(i + 1)) expect(Math.hypot(x - p, y - q)).toBeGreaterThan(36);
    });
  }
  for (const rank of ["A", "J", "Q", "K", "*"]) expect(pips(rank)).toEqual([]);
});

test("hardly two cards of Crazier Eights bear the same sigil", () => {
  const drawn = Object.values(printed).map((card) => JSON.stringify(sigil(card.name)));
  expect(new Set(drawn).size).toBeGreaterThan(drawn.length * 0.9);
  expect(sigil("Death")).toEqual(sigil("Death"));
});

test("balls are numbered as on every pool table", () => {
  expect(ballNumber("yellow")).toBe(1);
  expect(ballNumber("maroon")).toBe(7);
  expect(ballNumber("yellow", true)).toBe(9);
  expect(ballNumber("maroon", true)).toBe(15);
});
