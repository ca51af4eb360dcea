// A view of any of the three games as one scene: piles, seats and what is asked. Nothing is decided here.

import type { BallView, ClassicView, Code, CrazierView, GameId, PileView, Room, Seat, Tally, Top, Update } from "./types";
import { BACK } from "./types";

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
  /** Has one card left and did not say so. */
  uncalled: boolean;
  /** Colours of the balls that are not down yet; 8-Ball only. */
  row: string[];
  /** Which set of balls; none before the dealer has chosen. */
  balls: "solids" | "stripes" | null;
  /** The number of the team, from 1; 0 where everybody plays alone. */
  team: number;
}

/** Everything that is drawn. */
export interface Scene {
  game: GameId;
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
  phase: string;
  tally: Record<Seat, Tally>;
  tops: Record<string, Top>;
  fresh: Code | null;
}

/** The six positions of the pool table, row by row. */
export const SPOTS = ["NW", "N", "NE", "SW", "S", "SE"] as const;

const cards = (pile: PileView | undefined): Code[] =>
  typeof pile === "number" ? Array<Code>(pile).fill(BACK) : (pile ?? []);

const letter = (index: number): Seat => String.fromCharCode(65 + index);

/** The number of the deal of a table at which nothing is dealt yet. */
export const UNDEALT = -1;

/** The table as it stands before the deal: everybody has sat down, and nobody holds anything. */
export function bareScene(room: Room): Scene {
  return scene(room, {}, null, UNDEALT);
}

/** The scene of an update. */
export function sceneOf(room: Room, update: Update): Scene {
  const table = (update.view as { table: Record<string, PileView> }).table;
  const made = scene(room, table, update.asks, 0);
  if (made.game === "crazier-eights") crazier(made, update.view as CrazierView);
  else if (made.game === "crazy-8-ball") ball(made, update.view as BallView);
  else classic(made, update.view as ClassicView);
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
      uncalled: false,
      row: [],
      balls: null,
      team: 0,
    };
  });
  return {
    game: room.rules.game as GameId,
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
    phase: "",
    tally: {},
    tops: {},
    fresh: null,
  };
}

function classic(scene: Scene, view: ClassicView): void {
  scene.deal = view.hand;
  scene.turn = view.turn;
  scene.named = view.named;
  scene.clockwise = view.clockwise;
  scene.fresh = view.fresh ?? null;
  if (typeof view.step === "string") scene.question = view.step;
  else if ("answer" in view.step) {
    scene.question = "answer";
    scene.owed = view.step.answer.owed;
  } else scene.question = "more";
  for (const seat of scene.seats) {
    seat.playing = view.playing.includes(seat.seat);
    seat.place = view.places[seat.seat] ?? 0;
    seat.dealer = view.dealer === seat.seat;
    seat.uncalled = view.uncalled === seat.seat;
    seat.team = 1 + (view.teams?.findIndex((team) => team.includes(seat.seat)) ?? -1);
  }
}

function crazier(scene: Scene, view: CrazierView): void {
  scene.deal = view.game;
  scene.turn = view.turn;
  scene.named = view.named;
  scene.question = view.question ?? "main";
  scene.speaking = view.speaking;
  scene.phase = view.phase;
  scene.tally = view["this-turn"];
  // Teams sit evenly round the table, so that the one whose turn it is tells them all.
  const teams = scene.seats.length / Math.max(1, view.team.length);
  scene.seats.forEach((seat, index) => {
    seat.playing = view.playing.includes(seat.seat);
    if (teams < scene.seats.length) seat.team = 1 + (index % teams);
  });
}

function ball(scene: Scene, view: BallView): void {
  // The first deal of an 8-Ball match has no number; the turn counter starts again with each.
  scene.turn = view.turn;
  scene.question = typeof view.step === "string" ? view.step : "over";
  scene.tops = view.tops;
  for (const seat of scene.seats) {
    seat.row = view.rows[seat.seat] ?? [];
    seat.balls = view.solids === null ? null : view.solids === seat.seat ? "solids" : "stripes";
  }
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
