// The chapters of a game's rules, in the order in which one learns them.
import type { Page } from "./pages";

/** What one needs to play. A game has the pages of these names that it needs. */
const LEARN = [
  "set-up",
  "setup",
  "first-hand",
  "cards",
  "turn",
  "playing",
  "discarding",
  "wild-cards",
  "drawing",
  "twos",
  "two-players",
  "pockets",
  "shots",
  "combos",
  "blocks",
  "words-on-cards",
  "abilities",
  "starter",
  "stock",
  "running-out",
  "end-of-hand",
  "winning",
  "scoring",
  "points",
  "matches",
  "teams",
  "stalemate",
  "blocked-hands",
];
/** What only those read who want to know how it is checked. */
const CURIOUS = ["penalties", "timing", "secrets", "named-cards", "example-turns", "openspiel", "old-bugs"];

export interface Chapters {
  learn: Page[];
  /** Other ways to play, and house rules. */
  more: Page[];
  cards: Page[];
  curious: Page[];
}

export function chaptersOf(pages: readonly Page[]): Chapters {
  const named = (names: readonly string[]): Page[] =>
    names.flatMap((name) => pages.find((page) => page.name === name) ?? []);
  const isCard = ({ name }: Page): boolean => name.startsWith("card-");
  return {
    learn: named(LEARN),
    more: pages.filter((page) => !isCard(page) && !LEARN.includes(page.name) && !CURIOUS.includes(page.name)),
    cards: pages.filter(isCard),
    curious: named(CURIOUS),
  };
}

/** A title for people: without the name of the rule set that it is about. */
export function plainTitle(title: string): string {
  return title.replace(/ \([a-z0-9-]+\)$/, "");
}
