import { expect, test } from "vitest";
import { oval, SEAT_SIZE } from "./oval";

test("no seat overlaps another, the piles or the edge of the felt", () => {
  for (const [width, height] of [
    [1110, 640],
    [768, 560],
    [2270, 1150],
  ] as const) {
    for (let n = 1; n <= 15; n += 1) {
      const placed = oval(n, width, height);
      if (!placed) continue;
      const { w, h } = SEAT_SIZE[placed.size];
      placed.spots.forEach((p, i) => {
        expect(p.x - w / 2).toBeGreaterThanOrEqual(0);
        expect(p.x + w / 2).toBeLessThanOrEqual(width);
        expect(p.y - h / 2).toBeGreaterThanOrEqual(0);
        expect(p.y + h / 2).toBeLessThanOrEqual(height);
        for (const q of placed.spots.slice(i + 1)) {
          expect(Math.abs(p.x - q.x) >= w || Math.abs(p.y - q.y) >= h).toBe(true);
        }
        expect(Math.abs(p.x - width / 2) > 100 || Math.abs(p.y - height / 2) > 100).toBe(true);
      });
    }
  }
});

test("sixteen seats fit around the oval on a desktop, and become a strip on a phone", () => {
  expect(oval(15, 1110, 640)).not.toBeNull();
  expect(oval(15, 2270, 1150)?.size).toBe("full");
  expect(oval(3, 360, 420)).toBeNull();
});

test("people sit clockwise: the first on the left, the last on the right", () => {
  const spots = oval(3, 1110, 640)?.spots ?? [];
  expect(spots[0]?.x).toBeLessThan(300);
  expect(spots[1]?.y).toBeLessThan(100);
  expect(spots[2]?.x).toBeGreaterThan(800);
  expect(oval(1, 1110, 640)?.spots[0]?.x).toBeCloseTo(555);
});
