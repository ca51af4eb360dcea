// The cards of Crazier Eights as they are printed: what a code such as `devious-dragon` looks like.

import type { Code } from "./types";

export const COLOURS = ["purple", "green", "blue", "orange"] as const;
export type Colour = (typeof COLOURS)[number];
export type Icon = "draw" | "destroy" | "extra-discard" | "take" | "protect";

/** What is printed on a card. */
export interface Printed {
  name: string;
  rank: string | null;
  colours: Colour[];
  kind: "asset" | "event";
  text: string;
  icons: Icon[];
}

const cards = new Map<string, Printed>();

/** Adds cards of a card file: those that come with the game, and others. */
export function addCards(more: Record<string, Printed>): void {
  for (const [id, card] of Object.entries(more)) cards.set(id, card);
}

/** The card of a code; the second copy in two decks is `devious-dragon~2`. An unknown card shows its name alone. */
export function cardOf(code: Code): Printed {
  const id = code.replace(/~\d+$/, "");
  const known = cards.get(id);
  if (known) return known;
  const name = id.replace(/-/g, " ").replace(/\b[a-z]/g, (first) => first.toUpperCase());
  return { name, rank: null, colours: [], kind: "event", text: "", icons: [] };
}
