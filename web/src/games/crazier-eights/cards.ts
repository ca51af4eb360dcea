// What is printed on the cards of Crazier Eights, by code such as `devious-dragon`.

import type { Code } from "../../lib/table/types";

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

/** The papers of a colour: the darkest, and the one of the card's frame. */
export const PAPERS: Record<Colour, { night: string; base: string }> = {
  purple: { night: "#2f1c54", base: "#6d42a6" },
  green: { night: "#12382c", base: "#26794b" },
  blue: { night: "#14274e", base: "#2a5caa" },
  orange: { night: "#5c2110", base: "#c2521a" },
};

const cards = new Map<string, Printed>();

/** Adds cards of a card file: those that come with the game, and others. */
export function addCards(more: Record<string, Printed>): void {
  for (const [id, card] of Object.entries(more)) cards.set(id, card);
}

/** The codes of all cards that are known. */
export function codes(): Code[] {
  return [...cards.keys()];
}

/** Words that are small inside an English title. */
const SMALL = new Set(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);

/** The card of a code; the second copy in two decks is `devious-dragon~2`. An unknown card shows its name alone. */
export function cardOf(code: Code): Printed {
  const id = code.replace(/~\d+$/, "");
  const known = cards.get(id);
  if (known) return known;
  const name = id
    .split("-")
    .map((word, i) => (i > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(" ");
  return { name, rank: null, colours: [], kind: "event", text: "", icons: [] };
}

/** The height that a card leaves for its sentence, when its picture has given way as far as it can. */
const ROOM = 78;

/** How large the sentence of a card is set, in hundredths of the card's width: as large as fits. */
export function textSize(text: string): number {
  const sizes = [8.6, 8.2, 7.8, 7.4, 7, 6.6];
  const fits = (size: number): boolean => Math.ceil((text.length * size * 0.49) / 87) * size * 1.18 <= ROOM;
  return sizes.find(fits) ?? 6.2;
}

/** How large a name is set on one line, in hundredths of the card's width. */
export function nameSize(name: string): number {
  return Math.min(10.8, 152 / name.length);
}
