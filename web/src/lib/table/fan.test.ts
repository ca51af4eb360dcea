import { expect, test } from "vitest";
import { cardWidth, fan } from "./fan";

const screens: [number, number][] = [
  [344, 740],
  [752, 1024],
  [1100, 900],
  [2250, 1440],
  [724, 360],
];

test("no hand reaches beyond its width, up to forty cards", () => {
  for (const [width, height] of screens) {
    const w = cardWidth(width, height);
    for (let n = 1; n <= 40; n += 1) {
      const { slots, height: high } = fan(n, { width, cardWidth: w, cardHeight: w * 1.4 });
      expect(slots).toHaveLength(n);
      for (const slot of slots) {
        expect(slot.x).toBeGreaterThanOrEqual(0);
        expect(slot.x + w).toBeLessThanOrEqual(width + 0.001);
        expect(slot.y).toBeGreaterThanOrEqual(0);
        expect(slot.y + w * 1.4).toBeLessThanOrEqual(high + 0.001);
      }
    }
  }
});

test("every card shows at least 44 pixels of itself", () => {
  for (const [width, height] of screens) {
    const w = cardWidth(width, height);
    for (let n = 2; n <= 40; n += 1) {
      const { slots } = fan(n, { width, cardWidth: w, cardHeight: w * 1.4 });
      slots.slice(1).forEach((slot, i) => {
        const before = slots[i];
        if (before && slot.y - before.y < 30) expect(slot.x - before.x).toBeGreaterThanOrEqual(44 - 0.001);
        else if (before) expect(slot.y - before.y).toBeGreaterThanOrEqual(43);
      });
    }
  }
});

test("a few cards lie side by side, a full hand is fanned", () => {
  const few = fan(4, { width: 1000, cardWidth: 110, cardHeight: 154 });
  expect(few.slots.every((slot) => slot.turn === 0)).toBe(true);
  expect((few.slots[1]?.x ?? 0) - (few.slots[0]?.x ?? 0)).toBeGreaterThan(110);
  const many = fan(14, { width: 1000, cardWidth: 110, cardHeight: 154 });
  expect(many.rows).toBe(1);
  expect(many.slots[0]?.turn).toBeLessThan(0);
  expect(many.slots[13]?.turn).toBeGreaterThan(0);
});

test("a hand in one row is as high with any number of cards, and with none", () => {
  for (const [width, height] of screens) {
    const w = cardWidth(width, height);
    const bare = fan(0, { width, cardWidth: w, cardHeight: w * 1.4 });
    for (let n = 1; n <= 20; n += 1) {
      const laid = fan(n, { width, cardWidth: w, cardHeight: w * 1.4 });
      if (laid.rows === 1) expect(laid.height).toBe(bare.height);
    }
  }
});

test("thirty cards on a phone lie in rows", () => {
  const w = cardWidth(344, 740);
  const { rows, height } = fan(30, { width: 344, cardWidth: w, cardHeight: w * 1.4 });
  expect(rows).toBeGreaterThan(2);
  expect(height).toBeLessThan(370);
});

test("a card knows its row, from above", () => {
  const { slots, rows } = fan(12, { width: 344, cardWidth: 72, cardHeight: 101 });
  expect(slots.map(({ row }) => row)).toEqual([...slots].sort((a, b) => a.y - b.y).map(({ row }) => row));
  expect(new Set(slots.map(({ row }) => row)).size).toBe(rows);
});
