// What the table is given: the views of the three games as JSON, and the seam to the rest of the page.

import type { Room, ToClient, ToServer, Update } from "../wire";

export type { Chair, HandOver, Offer, Over, Room, ToClient, ToServer, Update } from "../wire";

export type GameId = "crazy-eights" | "crazier-eights" | "crazy-8-ball";

/** The letter of a chair. */
export type Seat = string;

/** A card as the notation writes it: `10H`, `devious-dragon`, `stick-red`; `??` for a back. */
export type Code = string;

/** A pile: its cards from the bottom up, or only how many backs. */
export type PileView = number | Code[];

export const BACK: Code = "??";

/** A view of Crazy Eights. */
export interface ClassicView {
  seats: number;
  hand: number;
  dealer: Seat;
  turn: Seat;
  step: string | { answer: { owed: number; family: number; least: number } } | { more: unknown };
  clockwise: boolean;
  named: string | null;
  drawn: number;
  playing: Seat[];
  places: Record<Seat, number>;
  uncalled: Seat | null;
  scores: Record<Seat, number>;
  table: Record<string, PileView>;
  fresh?: Code;
  /** Who plays together; left out where everybody plays alone. */
  teams?: Seat[][];
}

/** A view of Crazier Eights. */
export interface CrazierView {
  seats: number;
  game: number;
  turns: number;
  turn: Seat;
  phase: string;
  named: string | null;
  asked: Seat | null;
  question: string | null;
  speaking: Code | null;
  playing: Seat[];
  team: Seat[];
  "this-turn": Record<Seat, Tally>;
  scores: Record<Seat, number>;
  table: Record<string, PileView>;
}

/** What a seat has done in its turn. */
export interface Tally {
  discarded: number;
  played: number;
  "more-discards": number;
  "more-plays": number;
}

/** What lies on top of a position of the pool table. */
export type Top =
  | "nothing"
  | "something"
  | { pocket: Code }
  | { block: Code }
  | { ball: [Seat, string] }
  | { eight: Seat };

/** A view of Crazy 8-Ball. */
export interface BallView {
  turn: Seat;
  step: "choose" | "act" | "fill" | { over: unknown };
  /** Nobody before the dealer has chosen. */
  solids: Seat | null;
  rows: Record<Seat, string[]>;
  tops: Record<string, Top>;
  turns: number;
  table: Record<string, PileView>;
}

/** How the player likes the table: the part of the page's settings that is looked at here. */
export interface TableSettings {
  /** How the own hand is sorted. */
  sort: "suit" | "rank" | "dealt";
  /** 0 is instant, 1 as designed, 2 twice as slow. */
  speed: number;
  sound: boolean;
  /** Whether single letters are shortcuts. */
  keys: boolean;
}

/** The way to the table, wherever it is. */
export interface Line {
  send(message: ToServer): void;
}

/** What `Table.svelte` is given. */
export interface TableProps {
  room: Room;
  update: Update | null;
  line: Line;
  settings: TableSettings;
  /** The newest message that is neither room nor update: a reason, a hint, a refusal. */
  heard?: ToClient | null;
  /** What the log is kept under, so that it outlives the table being drawn anew. */
  keep?: string;
  /** Tells the page that the player changed a setting at the table. */
  onsettings?: (change: Partial<Pick<TableSettings, "sort" | "sound">>) => void;
}
