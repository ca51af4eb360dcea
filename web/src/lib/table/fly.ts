// Flights on the screen: where things stood before and after, and ghosts that go from the one to the other.

import { timing, type Flight } from "./motion";
import type { Code } from "./types";

/** A card that is drawn only while it flies. */
export interface Ghost {
  id: number;
  before: Code;
  after: Code;
  width: number;
  from: { x: number; y: number; scale: number };
  to: { x: number; y: number };
  /** When it sets out, on the page's clock. */
  start: number;
  length: number;
}

type Rects = Map<string, DOMRect>;

/** Where every card and every place is now, or those that are wanted. */
export function measure(root: HTMLElement, wanted: ReadonlySet<string> | null = null): Rects {
  const found: Rects = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-at], [data-place]")) {
    const { at, place } = element.dataset;
    if (at !== undefined && (wanted?.has(at) ?? true)) found.set(at, inner(element));
    if (place === undefined || wanted?.has(place) === false) continue;
    // The own hand is as wide as the table; a card leaves it from its middle.
    const rect = element.getBoundingClientRect();
    found.set(place, rect.width > 320 ? new DOMRect(rect.x + rect.width / 2 - 30, rect.y, 60, 84) : rect);
  }
  return found;
}

/** The card itself, without the turn of its slot. */
function inner(element: HTMLElement): DOMRect {
  const rect = element.getBoundingClientRect();
  const width = element.offsetWidth;
  const height = element.offsetHeight;
  return new DOMRect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height);
}

let next = 0;

/** The ghosts of a set of flights, and the elements that they stand for until they land. */
export function ghosts(root: HTMLElement, flights: readonly Flight[], before: Rects, speed: number): { ghosts: Ghost[]; hidden: [HTMLElement, number][] } {
  const names = flights.flatMap((flight) => [...flight.from, ...flight.to]);
  const after = measure(root, new Set(names));
  const { gap, length } = timing(flights.length, speed);
  const made: Ghost[] = [];
  const now = performance.now();
  const hidden: [HTMLElement, number][] = [];
  for (const flight of flights) {
    const from = pick(flight.from, before) ?? pick(flight.from, after);
    // Out of somebody else's hand a card comes small.
    const seated = from !== undefined && from === before.get(flight.from.at(-1) ?? "") && (flight.from.at(-1) ?? "").startsWith("hand ");
    const to = pick(flight.to, after);
    if (!from || !to) continue;
    const target = root.querySelector<HTMLElement>(`[data-at="${CSS.escape(flight.to[0] ?? "")}"]`);
    const small = target === null;
    const width = small ? Math.min(from.width, 64, Math.max(28, to.width)) : to.width;
    const delay = flight.turn * gap;
    made.push({
      id: (next += 1),
      before: flight.before,
      after: flight.after,
      width,
      from: { x: from.x + from.width / 2 - width / 2, y: from.y + from.height / 2 - width * 0.7, scale: seated ? 0.5 : Math.min(1.6, Math.max(0.4, from.width / width)) },
      to: { x: to.x + to.width / 2 - width / 2, y: to.y + to.height / 2 - width * 0.7 },
      start: now + delay,
      length,
    });
    if (target) hidden.push([target, delay + length]);
  }
  return { ghosts: made, hidden };
}

function pick(names: readonly string[], rects: Rects): DOMRect | undefined {
  for (const name of names) {
    const rect = rects.get(name);
    if (rect && rect.width > 0) return rect;
  }
  return undefined;
}

/** Keeps the real cards out of sight until their ghosts land. They can be clicked all the time. */
export function hide(hidden: readonly [HTMLElement, number][]): void {
  for (const [element, time] of hidden) {
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
  }
}

/** Moves a ghost: only transform and opacity, so that the compositor does it alone. */
export function launch(node: HTMLElement, ghost: Ghost): Promise<unknown> {
  const start = `translate(${ghost.from.x}px, ${ghost.from.y}px) scale(${ghost.from.scale})`;
  const end = `translate(${ghost.to.x}px, ${ghost.to.y}px) scale(1)`;
  const time = { duration: ghost.length, delay: ghost.start - performance.now(), easing: "cubic-bezier(.3,.7,.25,1)", fill: "both" } as const;
  const turned = node.firstElementChild;
  if (ghost.before !== ghost.after && turned) {
    const [a, b] = ghost.before === "??" ? [180, 0] : [0, 180];
    turned.animate([{ transform: `rotateY(${a}deg)` }, { transform: `rotateY(${b}deg)` }], time);
  }
  // It is out of sight as soon as it has landed, and taken away together with the others.
  const way = [
    { transform: start, opacity: 1 },
    { transform: end, opacity: 1, offset: 0.99 },
    { transform: end, opacity: 0 },
  ];
  return node.animate(way, time).finished.catch(() => undefined);
}
