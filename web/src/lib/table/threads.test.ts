import { beforeAll, expect, test, vi } from "vitest";
import { drawThreads, threadsLast } from "./threads";

beforeAll(() =>
  vi.stubGlobal(
    "DOMRect",
    class {
      constructor(
        readonly x: number,
        readonly y: number,
        readonly width: number,
        readonly height: number,
      ) {}
    },
  ),
);

const rect = (x: number, y: number, width: number, height: number): DOMRect => new DOMRect(x, y, width, height);

test("a thread goes from the middle of its card to the middle of what it points at", () => {
  const before = new Map([["hand C", rect(100, 0, 20, 20)]]);
  const after = new Map([["in play B/castle#0", rect(0, 0, 20, 20)]]);
  const [thread] = drawThreads(
    [{ from: ["presented/castle", "in play B/castle#0"], to: ["hand C"], wait: 100, mark: "+2" }],
    before,
    after,
    2,
  );
  expect(thread).toMatchObject({
    x: 10,
    y: 10,
    length: 100,
    angle: 0,
    delay: 200,
    mark: { text: "+2", x: 110, y: 10 },
  });
});

test("a card that is destroyed was there before; of a plate only its card is torn", () => {
  const places = new Map([
    ["discard", rect(0, 0, 50, 70)],
    ["in play B/castle#0", rect(200, 100, 300, 70)],
  ]);
  const [thread] = drawThreads(
    [{ from: ["discard"], to: ["in play B/castle#0"], wait: 0, torn: "castle" }],
    places,
    new Map(),
    1,
  );
  expect(thread?.torn).toMatchObject({ code: "castle", x: 200, y: 100, width: 50 });
});

test("what is not on the table has no thread, and none lasts no time", () => {
  expect(drawThreads([{ from: ["discard"], to: ["hand Z"], wait: 0 }], new Map(), new Map(), 1)).toEqual([]);
  expect(threadsLast([])).toBe(0);
  expect(threadsLast([{ from: [], to: [], wait: 500 }])).toBeGreaterThan(500);
});
