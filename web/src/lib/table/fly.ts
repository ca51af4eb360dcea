// Animates cards that move: measures places before and after, and flies copies between them.

import { timing, type Flight, type Flying } from "./motion";
import type { Code } from "./types";

/** A card that is drawn only while it flies. */
export interface Ghost {
  id: number;
  before: Code;
  after: Code;
  width: number;
  from: { x: number; y: number; scale: number };
  to: { x: number; y: number; turn: number };
  /** When it sets out, on the page's clock. */
  start: number;
  /** How long its parts take, at the speed of the player. */
  flying: Flying;
}

/** How high a card flies above the straight way, in pixels, and how far askew it lands, in degrees. */
const ARC = 24;
const ASKEW = 3;

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
export function ghosts(
  root: HTMLElement,
  flights: readonly Flight[],
  before: Rects,
  speed: number,
): { ghosts: Ghost[]; hidden: [HTMLElement, number][] } {
  const names = flights.flatMap((flight) => [...flight.from, ...flight.to]);
  const after = measure(root, new Set(names));
  const { gap } = timing(flights.length, speed);
  const made: Ghost[] = [];
  const now = performance.now();
  const hidden: [HTMLElement, number][] = [];
  for (const flight of flights) {
    const from = pick(flight.from, before) ?? pick(flight.from, after);
    // Out of somebody else's hand a card comes small.
    const seated =
      from !== undefined &&
      from === before.get(flight.from.at(-1) ?? "") &&
      (flight.from.at(-1) ?? "").startsWith("hand ");
    const to = pick(flight.to, after);
    if (!from || !to) continue;
    const target = root.querySelector<HTMLElement>(`[data-at="${CSS.escape(flight.to[0] ?? "")}"]`);
    const small = target === null;
    const presented = before.get(flight.from[0] ?? "") === from && flight.from[0]?.startsWith("presented/");
    // A card that can be played stands higher than its place.
    const seen = target?.querySelector(".lift")?.getBoundingClientRect() ?? to;
    const width = small ? Math.min(from.width, 64, Math.max(28, to.width)) : to.width;
    const delay = flight.wait * speed + flight.turn * gap;
    const { lift, fly, settle } = flight.flying;
    const flying = { lift: lift * speed, fly: fly * speed, settle: settle * speed };
    made.push({
      id: (next += 1),
      before: presented ? flight.after : flight.before,
      after: flight.after,
      width,
      from: {
        x: from.x + from.width / 2 - width / 2,
        y: from.y + from.height / 2 - width * 0.7,
        scale: seated ? 0.5 : Math.min(2.2, Math.max(0.4, from.width / width)),
      },
      to: {
        x: seen.x + seen.width / 2 - width / 2,
        y: seen.y + seen.height / 2 - width * 0.7,
        turn: target ? turnOf(target) : 0,
      },
      start: now + delay,
      flying,
    });
    if (target) hidden.push([target, delay + lengthOf(flying)]);
  }
  return { ghosts: made, hidden };
}

/** How far an element is turned, in degrees: a card that lies askew is where its ghost lands. */
function turnOf(element: HTMLElement): number {
  const { a, b } = new DOMMatrix(getComputedStyle(element).transform);
  return (Math.atan2(b, a) * 180) / Math.PI;
}

const lengthOf = ({ lift, fly, settle }: Flying): number => lift + fly + settle;

function pick(names: readonly string[], rects: Rects): DOMRect | undefined {
  for (const name of names) {
    const rect = rects.get(name);
    if (rect && rect.width > 0) return rect;
  }
  return undefined;
}

/** Keeps the real cards out of sight until their ghosts land. They can be clicked all the time. */
export function hide(hidden: readonly [HTMLElement, number][]): Animation[] {
  return hidden.map(([element, duration]) => element.animate([{ opacity: 0 }, { opacity: 0 }], { duration }));
}

/** Lets cards appear where they come to lie, for those who want nothing to travel. */
export function appear(root: HTMLElement, flights: readonly Flight[]): void {
  for (const { to } of flights)
    root
      .querySelector(`[data-at="${CSS.escape(to[0] ?? "")}"]`)
      ?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
}

/** Moves a ghost: only transform and opacity, so that the compositor does it alone. The way, the arc above it and the turning over are moved by three elements, one inside the other. */
export function launch(node: HTMLElement, ghost: Ghost): Promise<unknown> {
  const { from, to, flying } = ghost;
  const length = lengthOf(flying);
  const time = { duration: length, delay: ghost.start - performance.now(), fill: "both" } as const;
  const lifted = flying.lift / length;
  const landed = (flying.lift + flying.fly) / length;
  const easing = flying.lift > 0 ? "cubic-bezier(.3,0,.2,1)" : "cubic-bezier(.2,.8,.2,1)";
  const place = ({ x, y }: { x: number; y: number }, scale: number): string =>
    `translate(${x}px, ${y}px) scale(${scale})`;
  const arc = node.firstElementChild;
  const turned = arc?.firstElementChild;
  if (ghost.before !== ghost.after && turned) {
    const [a, b] = ghost.before === "??" ? [180, 0] : [0, 180];
    // It is seen from its other side after six tenths of the way.
    const over = [
      { transform: `rotateY(${a}deg)`, offset: 0 },
      { transform: `rotateY(${a}deg)`, offset: lifted + (landed - lifted) * 0.35 },
      { transform: `rotateY(${b}deg)`, offset: lifted + (landed - lifted) * 0.85 },
      { transform: `rotateY(${b}deg)`, offset: 1 },
    ];
    turned.animate(over, time);
  }
  const askew = to.turn + (to.x < from.x ? -ASKEW : ASKEW);
  arc?.animate(
    [
      { transform: "none", offset: 0, easing: "ease-out" },
      { transform: `translateY(${-ARC}px) rotate(${askew / 2}deg)`, offset: (lifted + landed) / 2, easing: "ease-in" },
      { transform: `rotate(${askew}deg)`, offset: landed, easing: "ease-out" },
      { transform: `rotate(${to.turn}deg)`, offset: 1 },
    ],
    time,
  );
  const way = [
    { transform: place(from, from.scale), opacity: 1, offset: 0, easing: "ease-out" },
    ...(lifted > 0 ? [{ transform: place(from, from.scale * 1.06), opacity: 1, offset: lifted, easing }] : []),
    { transform: place(to, 1.04), opacity: 1, offset: landed, easing: "ease-out" },
    // It is out of sight as soon as it has landed, and taken away together with the others.
    { transform: place(to, 1), opacity: 1, offset: 0.995 },
    { transform: place(to, 1), opacity: 0, offset: 1 },
  ];
  if (lifted === 0 && way[0]) way[0].easing = easing;
  return node.animate(way, time).finished.catch(() => undefined);
}
