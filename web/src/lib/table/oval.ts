// Positions of the seats: around an oval unless they would overlap, else in a strip.

export interface Spot {
  /** The middle of the seat, in pixels from the upper left corner of the felt. */
  x: number;
  y: number;
}

export interface Oval {
  spots: Spot[];
  size: "full" | "small" | "tiny";
}

/** How large a seat is, in pixels of a text of 16 pixels. */
export const SEAT_SIZE = { full: { w: 200, h: 88 }, small: { w: 146, h: 84 }, tiny: { w: 84, h: 74 } } as const;

/** How far down the piles lie: a little below the middle, since somebody sits at the top. */
export const MIDDLE = 0.56;

/** The part of the board that the piles need. */
const CENTRE = { w: 360, h: 200 };

/** Places for `n` people clockwise from the lower left, or null when a strip is better. */
export function oval(n: number, width: number, height: number, text = 1): Oval | null {
  if (n === 0) return { spots: [], size: "full" };
  if (width < 620 || height < 280) return null;
  for (const size of ["full", "small", "tiny"] as const) {
    const w = SEAT_SIZE[size].w * text;
    const h = SEAT_SIZE[size].h * text;
    const spots = around(n, width, height, w, h);
    if (apart(spots, w, h) && clear(spots, w, h, width, height)) return { spots, size };
  }
  return null;
}

/** How far from the sides of a wide table people sit: a few of them move closer together. */
export function asideOf(n: number, width: number): number {
  return n <= 5 ? Math.max(8, (width - 900) * 0.14) : 8;
}

/** Equal steps along the arc from the left over the top to the right. */
function around(n: number, width: number, height: number, w: number, h: number): Spot[] {
  const a = width / 2 - w / 2 - asideOf(n, width);
  const b = height / 2 - h / 2 - 8;
  const spread = n === 1 ? 0 : Math.min(236, 60 + 60 * (n - 1));
  const from = ((270 - spread / 2) * Math.PI) / 180;
  const to = ((270 + spread / 2) * Math.PI) / 180;
  const at = (angle: number): Spot => ({ x: width / 2 + a * Math.cos(angle), y: height / 2 + b * Math.sin(angle) });
  if (n === 1) return [at(from)];
  const fine = 400;
  const way = [0];
  for (let i = 1; i <= fine; i += 1) {
    const p = at(from + ((to - from) * (i - 1)) / fine);
    const q = at(from + ((to - from) * i) / fine);
    way.push((way[i - 1] ?? 0) + Math.hypot(q.x - p.x, q.y - p.y));
  }
  const whole = way[fine] ?? 0;
  return Array.from({ length: n }, (_, k) => {
    const wish = (whole * k) / (n - 1);
    const i = way.findIndex((distance) => distance >= wish - 1e-6);
    return at(from + ((to - from) * Math.max(0, i)) / fine);
  });
}

function apart(spots: Spot[], w: number, h: number): boolean {
  return spots.every((p, i) => spots.slice(i + 1).every((q) => Math.abs(p.x - q.x) >= w || Math.abs(p.y - q.y) >= h));
}

function clear(spots: Spot[], w: number, h: number, width: number, height: number): boolean {
  const high = Math.min(CENTRE.h, height * 0.45);
  return spots.every(
    (p) => Math.abs(p.x - width / 2) >= (w + CENTRE.w) / 2 || Math.abs(p.y - height * MIDDLE) >= (h + high) / 2,
  );
}
