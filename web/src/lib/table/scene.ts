// A view as the scene that is drawn: piles, seats and what is asked. Nothing is decided here.

import type { GameModule } from "./game-module";
import { BACK, viewOf, type AnyView, type Code, type PileView, type Room, type Seat, type Update } from "./types";

/** One seat as it is drawn. */
export interface SeatScene {
  seat: Seat;
  hand: Code[];
  inPlay: Code[];
  /** Whether the seat still plays in this deal. */
  playing: boolean;
  /** The place reached in this deal; 0 for none yet. */
  place: number;
  dealer: boolean;
  /** The number of the team, from 1; 0 where everybody plays alone. */
  team: number;
}

/** Everything that is drawn. */
export interface Scene {
  you: Seat | null;
  /** The number of the deal: a new one is dealt with motion. */
  deal: number;
  seats: SeatScene[];
  stock: Code[];
  discard: Code[];
  turn: Seat | null;
  asks: Seat | null;
  /** The suit, rank or colour named for the top card. */
  named: string | null;
  /** Cards that the seat to move owes. */
  owed: number;
  clockwise: boolean;
  /** What is asked, as a word of the game. */
  question: string;
  /** The card whose text is being carried out. */
  speaking: Code | null;
  /** The view itself, for what only the game's own drawing looks at; null before the deal. */
  view: AnyView | null;
}

const cards = (pile: PileView | undefined): Code[] =>
  typeof pile === "number" ? Array<Code>(pile).fill(BACK) : (pile ?? []);

const letter = (index: number): Seat => String.fromCharCode(65 + index);

/** The number of the deal of a table at which nothing is dealt yet. */
export const UNDEALT = -1;

/** The table as it stands before the deal: everybody has sat down, and nobody holds anything. */
export function emptyScene(room: Room): Scene {
  return scene(room, {}, null, UNDEALT);
}

/** The scene of an update. */
export function sceneOf(game: Pick<GameModule, "readView">, room: Room, update: Update): Scene {
  const view = viewOf(update);
  const made = scene(room, view.table ?? {}, update.asks, 0);
  made.view = view;
  // The room names the game of its views, and the module was found by that name.
  game.readView(made, view as never);
  return made;
}

/** Whether cards are dealt with this update. */
export function isDeal(update: Update): boolean {
  return update.step === 0 || (update["hand-over"] != null && update.over == null);
}

/** What is the same in all games. */
function scene(room: Room, table: Record<string, PileView>, asks: Seat | null, deal: number): Scene {
  const seats = room.chairs.map((_, index): SeatScene => {
    const seat = letter(index);
    return {
      seat,
      hand: cards(table[`hand ${seat}`]),
      inPlay: cards(table[`in play ${seat}`]),
      playing: true,
      place: 0,
      dealer: false,
      team: 0,
    };
  });
  return {
    you: room.you,
    deal,
    seats,
    stock: cards(table["stock"]),
    discard: cards(table["discard"]),
    turn: null,
    asks,
    named: null,
    owed: 0,
    clockwise: true,
    question: "main",
    speaking: null,
    view: null,
  };
}

/** The seats other than the viewer's, clockwise from the viewer's left. */
export function others(scene: Scene): SeatScene[] {
  const at = scene.seats.findIndex((seat) => seat.seat === scene.you);
  if (at < 0) return scene.seats;
  return [...scene.seats.slice(at + 1), ...scene.seats.slice(0, at)];
}

/** The viewer's own seat, if there is one. */
export function own(scene: Scene): SeatScene | null {
  return scene.seats.find((seat) => seat.seat === scene.you) ?? null;
}

/** What people at the table are called, by seat. */
export function namesOf(room: Room): Record<Seat, string> {
  const names: Record<Seat, string> = {};
  for (const chair of room.chairs) {
    const who = chair.who;
    names[chair.seat] = "person" in who ? who.person.name : "bot" in who ? who.bot.name : chair.seat;
  }
  return names;
}
