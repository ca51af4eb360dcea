import { expect, test } from "vitest";
import { ballNumber } from "../../../games/crazy-8-ball/balls";
import { INDEX_COLUMN, pipSize, pips } from "./pips";
import { mark, marks } from "./suits";

test("a number card has as many pips as it says, none of them in the column of the index or on another", () => {
  for (let n = 2; n <= 10; n += 1) {
    const spots = pips(String(n));
    const half = pipSize(String(n)) / 2;
    expect(spots).toHaveLength(n);
    spots.forEach(([x, y], i) => {
      expect(x - half > INDEX_COLUMN && x + half < 250 - INDEX_COLUMN && y - half > 40 && y + half < 310).toBe(true);
      for (const [p, q] of spots.slice(i + 1)) expect(Math.hypot(x - p, y - q)).toBeGreaterThan(2 * half);
    });
  }
  for (const rank of ["A", "J", "Q", "K", "*"]) expect(pips(rank)).toEqual([]);
});

test("balls are numbered as on every pool table", () => {
  expect(ballNumber("yellow")).toBe(1);
  expect(ballNumber("maroon")).toBe(7);
  expect(ballNumber("yellow", true)).toBe(9);
  expect(ballNumber("maroon", true)).toBe(15);
});

/** Where the pen of a path goes, from the point at which it is set down. */
function ends(path: string): { from: [number, number]; by: [number, number] } {
  const [, x = "0", y = "0"] = /^M(\S+?) ([-\d.]+)/.exec(path) ?? [];
  const by: [number, number] = [0, 0];
  for (const [, stroke] of path.matchAll(/[aclq]([^aclqz]+)/g)) {
    const [dx = 0, dy = 0] = (stroke ?? "").split(" ").map(Number).slice(-2);
    by[0] += dx;
    by[1] += dy;
  }
  return { from: [Number(x), Number(y)], by };
}

test("a suit comes back to where it began, at any size; below the middle it stands on its head", () => {
  for (const suit of ["C", "D", "H", "S", "circle", "triangle", "cross", "square", "star"]) {
    for (const size of [40, 44, 100, 110]) {
      const [up, down] = [ends(mark(suit, 70, 90, size)), ends(mark(suit, 70, 90, size, true))];
      for (const way of [...up.by, ...down.by]) expect(Math.abs(way)).toBeLessThan(0.1);
      expect(up.from[0] + down.from[0]).toBeCloseTo(140);
      expect(up.from[1] + down.from[1]).toBeCloseTo(180);
      expect(Math.abs(up.from[1] - 90)).toBeGreaterThan(size * 0.4);
    }
  }
});

test("a card bears its suit in two corners, and as often as it says between them", () => {
  const count = (rank: string): number => marks(rank, "S").split("M").length - 1;
  for (let n = 2; n <= 10; n += 1) expect(count(String(n))).toBe(n + 2);
  expect(["A", "J", "Q", "K"].map(count)).toEqual([3, 4, 4, 4]);
});
