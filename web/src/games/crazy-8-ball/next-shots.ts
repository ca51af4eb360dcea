// What a player has for each of the balls, and what is missing: from the view and the offers alone.

import type { Color, Spot, View } from "../../generated/games/crazy-8-ball";
import type { Play } from "../../lib/table/offers";
import type { Code, Seat } from "../../lib/table/types";
import { BALL_COLOURS, type Ball } from "./balls";

export type Part = "stick" | "cue" | "pocket";

export interface NextShot {
  ball: Ball;
  /** The colour of stick, cue ball and pocket: that of the ball; for the eight the colour with which least is missing. */
  colour: Color;
  missing: Part[];
  /** Positions with an open pocket of that colour. */
  pockets: Spot[];
  /** Whether the hand has a pocket of that colour. */
  holdsPocket: boolean;
  /** Where a pocket could be laid: the positions without an open one. */
  room: "corner" | "side" | "both" | "none";
  /** The offered shots that pocket this ball, alone or with another. */
  plays: Play[];
}

const CORNERS: readonly Spot[] = ["NW", "NE", "SW", "SE"];
const SIDES: readonly Spot[] = ["N", "S"];

const coloursOf = (pocket: Code): string[] => pocket.split("-").slice(1);

/** A row for each ball that is not down yet, or for the eight: those that can be shot now first, then by what is missing. */
export function nextShots(view: View, you: Seat, plays: readonly Play[]): NextShot[] {
  const row = view.rows[you] ?? [];
  const shots = plays.filter((play) => play.verb === "shoot");
  const found = row.length > 0 ? row.map((ball) => shot(view, you, shots, ball, ball)) : [eight(view, you, shots)];
  return found.sort((a, b) => rank(a) - rank(b) || BALL_COLOURS.indexOf(a.colour) - BALL_COLOURS.indexOf(b.colour));
}

const rank = ({ plays, missing }: NextShot): number => (plays.length > 0 ? -1 : missing.length);

/**
 * The rows as they are shown: balls for which nothing is there yet share one. On a low board so do those that lack only stick
 * and cue ball.
 */
export function grouped(shots: readonly NextShot[], low = false): NextShot[][] {
  const sharedBy = ({ missing, holdsPocket, ball }: NextShot): string => {
    const isShared = missing.length === 3 ? !holdsPocket : low && missing.length === 2 && !missing.includes("pocket");
    return isShared && ball !== "8" ? missing.join() : ball;
  };
  return [...new Set(shots.map(sharedBy))].map((by) => shots.filter((shot) => sharedBy(shot) === by));
}

/** The eight takes any colour: the best of the seven. */
function eight(view: View, you: Seat, shots: readonly Play[]): NextShot {
  const offered = shots.find((play) => play.names.includes("8"))?.cards[0]?.split("-")[1];
  const all = BALL_COLOURS.map((colour) => shot(view, you, shots, "8", colour));
  const best =
    all.find(({ colour }) => colour === offered) ?? all.sort((a, b) => a.missing.length - b.missing.length)[0];
  if (!best) throw new Error("there are seven colours");
  return best;
}

function shot(view: View, you: Seat, shots: readonly Play[], ball: Ball, colour: Color): NextShot {
  const held = view.table[`hand ${you}`];
  const hand: readonly Code[] = Array.isArray(held) ? held : [];
  const isOpen = (spot: Spot): boolean => typeof view.tops[spot] === "object" && "pocket" in view.tops[spot];
  const pockets = [...CORNERS, ...SIDES].filter((spot) => {
    const top = view.tops[spot];
    return typeof top === "object" && "pocket" in top && coloursOf(top.pocket).includes(colour);
  });
  const [corner, side] = [CORNERS, SIDES].map((spots) => spots.some((spot) => !isOpen(spot)));
  const has: Record<Part, boolean> = {
    stick: hand.includes(`stick-${colour}`),
    cue: hand.includes(`cue-${colour}`),
    pocket: pockets.length > 0,
  };
  return {
    ball,
    colour,
    missing: (["stick", "cue", "pocket"] as const).filter((part) => !has[part]),
    pockets,
    holdsPocket: hand.some((code) => code.startsWith("pocket-") && coloursOf(code).includes(colour)),
    room: corner && side ? "both" : corner ? "corner" : side ? "side" : "none",
    plays: shots.filter((play) => play.names.includes(ball)),
  };
}

/** The nearer pockets come first: the way from the hand is short. */
const NEAR: readonly string[] = ["S", "SW", "SE", "N", "NW", "NE"];

/** The shots that are offered: the one that wins, two balls together, then single balls. */
export function offeredShots(plays: readonly Play[]): Play[] {
  const order = (play: Play): number => (play.names.includes("8") ? 0 : 3 - play.names.length);
  return plays
    .filter((play) => play.verb === "shoot")
    .sort((a, b) => order(a) - order(b) || NEAR.indexOf(a.places[0] ?? "") - NEAR.indexOf(b.places[0] ?? ""));
}

/** What a shot pockets, whatever the pocket. */
export const ballsOf = (play: Play): string => play.names.join();
