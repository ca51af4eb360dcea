// The type of a language: a missing text does not compile.
import type { crazier } from "./en/crazier";
import type { page } from "./en/page";
import type { ending } from "./en/ending";
import type { pool } from "./en/pool";
import type { table } from "./en/table";
import type { Questions } from "./questions";
import type { Sentences } from "./sentences";

export type Key = keyof typeof page;
export type PageWords = Record<Key, string>;
/** The words of Crazier Eights. */
export type CrazierWords = Record<keyof typeof crazier, string>;
/** The words of the last screen of a match. */
export type EndingWords = Record<keyof typeof ending, string>;
/** The words of Crazy 8-Ball. */
export type PoolWords = Record<keyof typeof pool, string>;
export type TableWords = Record<keyof typeof table, string>;

export interface Language {
  id: string;
  page: PageWords;
  table: TableWords;
  crazier: CrazierWords;
  pool: PoolWords;
  ending: EndingWords;
  /** What happened. */
  narration: Sentences;
  names: CardWords;
  /** The questions of the composer, loaded with it; what is not asked there keeps the words of the schema. */
  questions?: () => Promise<{ default: Questions }>;
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
  /** The shapes of the pack that has shapes instead of suits, one and several. */
  shapes: Record<string, { one: string; many: string }>;
  /** Names that are printed on the cards of shipped packs; those that are missing stay as they are. */
  printed: Record<string, string>;
  /** Cards in general. */
  cards: string;
  /** Zero to twelve, as they stand in a sentence. */
  numbers: readonly string[];
  colours: Record<string, string>;
  kinds: Record<string, string>;
  spots: Record<string, string>;
  of: (rank: string, suit: string) => string;
  /** A card with a number and a shape. */
  ofShape: (number: string, one: string, many: string) => string;
  /** One card of several that are equal, in a sentence. */
  one: (card: string) => string;
  /** A colour as it stands before "ball". */
  ballColours: Record<string, string>;
  /** A card of Crazy 8-Ball, and one such card in a sentence. */
  ball: (kind: string, colours: readonly string[]) => string;
  oneBall: (kind: string, colours: readonly string[]) => string;
  joker: string;
  wildBlock: string;
  back: string;
  stock: string;
  discard: string;
  aside: string;
  hand: (name: string | null) => string;
  before: (name: string | null) => string;
}
