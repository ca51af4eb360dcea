// What the table is given by the rest of the page, and the parts that the views of all games share.

import type { Table } from "../../generated/games/common";
import type { HandOver, Over, Room, RulesBrief, ToClient, ToServer, Update } from "../../generated/wire";
import type { TableEvent } from "../narrate/events";

export type { Chair, HandOver, Offer, Over, Room, RulesBrief, ToClient, ToServer, Update } from "../../generated/wire";

/** The letter of a chair. */
export type Seat = string;

/** A card as the notation writes it: `10H`, `devious-dragon`, `stick-red`; `??` for a back. */
export type Code = string;

/** A pile: its cards from the bottom up, or only how many backs. */
export type PileView = Table[string];

/** What the views of all games have in common. Nothing is drawn for an unknown game whose view has no table. */
export interface AnyView {
  table?: Table;
}

/** The view of an update, as far as it is the same in all games. */
export const viewOf = (update: Update): AnyView => update.view as AnyView;

/** The events of an update, as far as they are the same in all games. */
export const eventsOf = (update: Update): readonly TableEvent[] => update.events as TableEvent[];

export const BACK: Code = "??";

/** What a finished hand or match is shown with. */
export interface Sheet {
  hand: HandOver | null;
  over: Over | null;
  names: Record<Seat, string>;
  /** What happened in the step that ended it: the last card, and the cards that were left. */
  events: readonly TableEvent[];
}

/** How the player likes the table: the part of the page's settings that is looked at here. */
export interface TableSettings {
  /** How the own hand is sorted. */
  sort: "suit" | "rank" | "dealt";
  /** 0 is instant, 1 as designed, 2 twice as slow. */
  speed: number;
  sound: boolean;
  /** How loud, from 0 to 1. */
  volume: number;
  /** Whether a turn ends by itself when nothing else is left to do. */
  autoEnd: boolean;
  /** Whether single letters are shortcuts. */
  keys: boolean;
}

/** A rule sheet with everything that it extends written out. */
export type RuleSheet = Record<string, unknown>;

/** The way to the table, wherever it is. */
export interface Connection {
  send(message: ToServer): void;
  /** The rules that are played; null where nobody can tell. */
  sheet?(rules: RulesBrief): Promise<RuleSheet | null>;
  /** The end of a hand has been looked at: the next one may begin. Only at a table in this browser; a server has pauses. */
  nextHand?(): void;
}

/** What `Table.svelte` is given. */
export interface TableProps {
  room: Room;
  update: Update | null;
  connection: Connection;
  settings: TableSettings;
  /** The newest message that is neither room nor update: a reason, a hint, a refusal. */
  message?: ToClient | null;
  /** What the log is kept under, so that it outlives the table being drawn anew. */
  logKey?: string;
  /** Shows the match again from its beginning, where the page can. */
  onreplay?: () => void;
  /** Whether a card that somebody plays is shown large before it does anything; a replay is stepped through by hand. */
  presents?: boolean;
  /** The offer that a lesson means, which is marked as a hint would mark it. */
  meant?: string | null;
  /** Called when an update is drawn, after all that was to be read before it. */
  onshown?: (update: Update | null) => void;
  /** Tells the page that the player changed a setting at the table. */
  onsettings?: (change: Partial<Pick<TableSettings, "sort" | "sound">>) => void;
}
