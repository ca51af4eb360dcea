// What a game adds to the front page and the phrasebooks: its drawing, a line about it, and codes only it has.

import type { Component } from "svelte";
import type { Language } from "./i18n/language";
import type { Leaf } from "./phrases/book";
import type { Page } from "./rules/pages";

/** The cloths of `style/tokens.css`; a game takes the one whose colour its cards do not have. */
export type Cloth = "baize" | "wine" | "petrol";

export interface GamePage {
  Art: Component;
  /** Cards of the game, for the front page: elements of the class `fan-card` with the class of their place. */
  Fan: Component;
  cloth: Cloth;
  /** How long a match takes, in minutes. */
  minutes: number;
  /** How long its guided first hand takes, in minutes; none where the rulebook has no such page. */
  firstHand?: number;
  /** Rule sets that are there for comparing engines, and not for an evening with cards. */
  forResearch?: readonly string[];
  /** A line about the game, by language. */
  blurb: Record<string, string>;
  /** A page with all cards of the game, which stands in the rulebook under `cards`. */
  gallery?: () => Promise<{ default: Component<{ game: string; pages: readonly Page[] }> }>;
  /** Codes in the engine's sentences that a phrasebook must put into words. */
  phraseLeaves?: (language: Language) => Record<string, Leaf>;
}

const FILES = import.meta.glob<{ page: GamePage }>("../games/*/info.ts", { eager: true });

/** The games that have a folder, by id. */
export const GAME_PAGES: Readonly<Record<string, GamePage>> = Object.fromEntries(
  Object.entries(FILES).map(([path, { page }]) => [path.split("/").at(-2) ?? "", page]),
);

/** A line about a game in a language, or in English; empty for a game without a folder. */
export function gameBlurb(game: string, language: string): string {
  const blurb = GAME_PAGES[game]?.blurb;
  return blurb?.[language] ?? blurb?.["en"] ?? "";
}

/** The class that lays the cloth of a game. */
export function clothClass(game: string): string {
  return `cloth-${GAME_PAGES[game]?.cloth ?? "baize"}`;
}
