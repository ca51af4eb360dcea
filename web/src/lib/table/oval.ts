// Where people sit: around an oval as long as nobody sits on another's lap, else in a strip.

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
export const SEAT_SIZE = { full: { w: 148, h: 74 }, small: { w: 108, h: 66 }, tiny: { w: 80, h: 66 } } as const;

/** The part of the felt that piles and prompts need, around its middle. */
const CENTRE = { w: 340, h: 210 };

/** Places for `n` people clockwise from the lower left, or null when a strip is better. */
export function oval(n: number, width: number, height: number, text = 1): Oval | null {
  if (n === 0) return { spots: [], size: "full" };
  if (width < 620 || height < 320) return null;
  for (const size of ["full", "small", "tiny"] as const) {
    const w = SEAT_SIZE[size].w * text;
    const h = SEAT_SIZE[size].h * text;
    const spots = around(n, width, height, w, h);
    if (apart(spots, w, h) && clear(spots, w, h, width, height)) return { spots, size };
  }
  return null;
}

/** Equal steps along the arc from the left over the top to the right. */
function around(n: number, width: number, height: number, w: number, h: number): Spot[] {
  const a = width / 2 - w / 2 - 8;
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
    const i = way.findIndex((it) => it >= wish - 1e-6);
    return at(from + ((to - from) * Math.max(0, i)) / fine);
  });
}

function apart(spots: Spot[], w: number, h: number): boolean {
  return spots.every((p, i) => spots.slice(i + 1).every((q) => Math.abs(p.x - q.x) >= w || Math.abs(p.y - q.y) >= h));
}

function clear(spots: Spot[], w: number, h: number, width: number, height: number): boolean {
  return spots.every(
    (p) => Math.abs(p.x - width / 2) >= (w + CENTRE.w) / 2 || Math.abs(p.y - height / 2) >= (h + CENTRE.h) / 2,
  );
}
