// A language: everything that is said in it, complete, or the type check fails. It is one file, or a folder; see shelf.ts.
import type { page } from "./en/page";
import type { table } from "./en/table";
import type { Sentences } from "./sentences";

export type Key = keyof typeof page;
export type PageWords = Record<Key, string>;
export type TableWords = Record<keyof typeof table, string>;

export interface Language {
  id: string;
  page: PageWords;
  table: TableWords;
  /** What happened. */
  tell: Sentences;
  names: CardWords;
  /**
   * The phrasebook for what the engine says, which speaks English and of seats by letter. What it lacks stays English; that of
   * a language the tests know is complete.
   */
  phrases?: () => Promise<{ default: string }>;
}

/** What cards, colours and places are called. */
export interface CardWords {
  ranks: Record<string, string>;
  plurals: Record<string, string>;
  suits: Record<string, string>;
  colours: Record<string, string>;
  kinds: Record<string, string>;
  spots: Record<string, string>;
  of: (rank: string, suit: string) => string;
  /** One card of several that are equal, in a sentence. */
  one: (card: string) => string;
  ball: (kind: string, colours: string) => string;
  joker: string;
  wildBlock: string;
  back: string;
  stock: string;
  discard: string;
  aside: string;
  hand: (name: string | null) => string;
  before: (name: string | null) => string;
}
