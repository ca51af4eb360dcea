// How much room cards in play need, and in which form they can be read in it.

import { cardOf } from "./cards";

/** Plates show the whole sentence, cards are as wide as said, names are chips with a name beside them. */
export interface Form {
  form: "plates" | "cards" | "names";
  wide: number;
}

/** The narrowest card that shows its sentence, the narrowest with its name, and the chip of a phone. */
const FULL = 130;
const NAME = 88;
const CHIP = 48;
const GAP = 6;

/** The height of a plate of this width, in pixels, with text of 14 pixels. */
function plateHeight(code: string, width: number): number {
  const { name, text } = cardOf(code);
  const lines = Math.ceil(((name.length + text.length) * 6.5) / (width - 72));
  return Math.max(74, lines * 18 + 14);
}

/** What somebody else has in play: plates with the whole sentence where they fit, else name cards, else chips. */
export function othersForm(codes: readonly string[], width: number, height: number): Form {
  const columns = Math.max(1, Math.floor((width + GAP) / (248 + GAP)));
  const plate = (width + GAP) / columns - GAP;
  let high = 0;
  for (let at = 0; at < codes.length; at += columns)
    high += GAP + Math.max(...codes.slice(at, at + columns).map((code) => plateHeight(code, plate)));
  if (width >= 190 && high <= height + GAP) return { form: "plates", wide: 0 };
  return {
    form: "cards",
    wide: fits(codes.length, NAME, width, height) ? largest(codes.length, NAME, 112, width, height) : CHIP,
  };
}

/** One's own cards in play: full cards where they fit, then name cards, then chips. */
export function ownForm(count: number, width: number, height: number): Form {
  for (const [least, most] of [
    [FULL, 220],
    [NAME, 120],
  ] as const) {
    if (fits(count, least, width, height)) return { form: "cards", wide: largest(count, least, most, width, height) };
  }
  return { form: "cards", wide: CHIP };
}

/** Whether a number of cards of this width fit, in as many rows as there is room for. */
function fits(count: number, wide: number, width: number, height: number): boolean {
  const inRow = Math.floor((width + GAP) / (wide + GAP));
  return inRow > 0 && Math.ceil(count / inRow) * (1.4 * wide + GAP) <= height + GAP;
}

function largest(count: number, least: number, most: number, width: number, height: number): number {
  for (let wide = most; wide > least; wide -= 2) if (fits(count, wide, width, height)) return wide;
  return least;
}
