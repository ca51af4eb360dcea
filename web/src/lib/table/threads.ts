// Dotted threads from a card to what its text does something to, marks there, and cards that are torn.

import type { Thread } from "./motion";
import type { Code } from "./types";

/** A thread as it is drawn: from a point, so far in a direction. Times are milliseconds. */
export interface DrawnThread {
  id: number;
  x: number;
  y: number;
  length: number;
  /** In degrees. */
  angle: number;
  delay: number;
  mark: { text: string; x: number; y: number } | null;
  torn: { code: Code; x: number; y: number; width: number } | null;
}

/** How long a thread grows and is seen, and how long a mark stays, at the usual speed. */
export const THREAD = { grow: 200, stay: 420, fade: 240 };

/** When everything about some threads is over, at the usual speed. */
export function threadsLast(threads: readonly Thread[]): number {
  return threads.reduce((last, { wait }) => Math.max(last, wait + THREAD.grow + THREAD.stay + THREAD.fade), 0);
}

type Rects = ReadonlyMap<string, DOMRect>;

let next = 0;

/** The threads of a step, where both ends are on the table: looked up before the step, then after it. */
export function drawThreads(threads: readonly Thread[], before: Rects, after: Rects, speed: number): DrawnThread[] {
  return threads.flatMap((thread) => {
    const from = find(thread.from, after) ?? find(thread.from, before);
    // What is destroyed is not there any more.
    const to = find(thread.to, before) ?? find(thread.to, after);
    if (!from || !to) return [];
    const [a, b] = [middle(from), thread.torn === undefined ? middle(to) : middle(paper(to))];
    const card = paper(to);
    return [
      {
        id: (next += 1),
        ...a,
        length: Math.hypot(b.x - a.x, b.y - a.y),
        angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
        delay: thread.wait * speed,
        mark: thread.mark === undefined ? null : { text: thread.mark, ...b },
        torn: thread.torn === undefined ? null : { code: thread.torn, x: card.x, y: card.y, width: card.width },
      },
    ];
  });
}

const middle = (rect: DOMRect): { x: number; y: number } => ({
  x: rect.x + rect.width / 2,
  y: rect.y + rect.height / 2,
});

/** The card in an element that has words beside it. */
function paper(rect: DOMRect): DOMRect {
  const width = Math.min(rect.width, rect.height / 1.4);
  return new DOMRect(rect.x, rect.y, width, width * 1.4);
}

function find(names: readonly string[], rects: Rects): DOMRect | undefined {
  for (const name of names) {
    const rect = rects.get(name);
    if (rect && rect.width > 0) return rect;
  }
  return undefined;
}
