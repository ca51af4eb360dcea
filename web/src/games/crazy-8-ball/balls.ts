// The numbers and paints of the balls, so that a colour can be read as well as seen.

import type { Color } from "../../generated/games/crazy-8-ball";

export const BALL_COLOURS: readonly Color[] = ["yellow", "blue", "red", "purple", "orange", "green", "maroon"];

/** A ball: one of the seven colours, or the eight. */
export type Ball = Color | "8";

/** 1 to 7 for solids, 9 to 15 for stripes. */
export function ballNumber(colour: string, striped = false): number {
  return BALL_COLOURS.findIndex((other) => other === colour) + 1 + (striped ? 8 : 0);
}

/** The paint of a ball and of everything that goes with it. */
export const paint = (ball: string): string => `var(--ball-${ball === "8" ? "eight" : ball})`;

/** What is written on that paint: ink where white could not be read. */
export const inkOn = (colour: string): string => (colour === "yellow" || colour === "orange" ? "#1d2233" : "#fff");

/** A six and a nine are the same figure upside down. */
export const isUnderlined = (n: number): boolean => n === 6 || n === 9;
