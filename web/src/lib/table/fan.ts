// Positions of the cards of a hand: a fan where there is room, rows where there is not.

export interface Slot {
  /** Left and top edge within the hand, in pixels. */
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  /** The row, from above. */
  row: number;
}

export interface Fan {
  slots: Slot[];
  height: number;
  rows: number;
}

export interface FanSize {
  width: number;
  cardWidth: number;
  cardHeight: number;
  /** No card shows less than this of itself: a finger must hit it. */
  least?: number;
  /** Room above for cards that are lifted. */
  lift?: number;
}

/** How far the outermost card of a fan is turned at most, in degrees. */
const MOST_TURN = 11;

/** The slots of `n` cards. Nothing reaches beyond the width. */
export function fan(n: number, size: FanSize): Fan {
  const { width, cardWidth: w, cardHeight: h, least = 44, lift = 22 } = size;
  // A fan turns its outer cards, which takes a little room on both sides.
  const sides = width > 480 ? w * 0.24 : 0;
  const perRow = Math.max(1, Math.floor((width - w - sides) / least) + 1);
  const rows = Math.max(1, Math.ceil(n / perRow));
  const drop = Math.min(h * 0.62, Math.max(least, h * 0.44));
  // Cards that fit side by side lie side by side; only a full hand is fanned.
  const loose = rows === 1 && n * (w + 6) - 6 <= width * 0.94;
  const wide = rows === 1 && width > 480;
  const bend = wide && n > 2 && !loose;
  // As high as a full fan, whatever the number of cards, also none: the table above must not move when cards come and go.
  const edge = wide ? (MOST_TURN * MOST_TURN) / 9 + w * 0.12 : 0;
  const slots: Slot[] = [];
  for (let row = 0, from = 0; row < rows; row += 1) {
    const count = Math.ceil((n - from) / (rows - row));
    const room = width - w - (bend ? sides : 0);
    const step = count > 1 ? Math.min(loose ? w + 6 : w * 0.9, room / (count - 1)) : 0;
    const left = (width - (w + step * (count - 1))) / 2;
    const spread = bend ? Math.min(2.2, (2 * MOST_TURN) / count) : 0;
    for (let at = 0; at < count; at += 1) {
      const off = at - (count - 1) / 2;
      const turn = off * spread;
      slots.push({ x: left + at * step, y: lift + row * drop + (bend ? (turn * turn) / 9 : edge / 2), turn, row });
    }
    from += count;
  }
  return { slots, rows, height: lift + h + (rows - 1) * drop + edge };
}

/** How wide a card of the own hand is, in a window of this size. */
export function cardWidth(width: number, height: number): number {
  const byWidth = width < 480 ? width * 0.2 : width < 900 ? width * 0.13 : 104 + (width - 900) * 0.05;
  return Math.round(Math.max(62, Math.min(byWidth, height * 0.155, 190)));
}
