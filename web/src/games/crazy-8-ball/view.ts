// What the board reads from the view of Crazy 8-Ball.

import type { Color, Spot, Top, View } from "../../generated/games/crazy-8-ball";
import type { Scene } from "../../lib/table/scene";
import type { Seat } from "../../lib/table/types";

export type { Top } from "../../generated/games/crazy-8-ball";

/** The six positions of the pool table, row by row. */
export const SPOTS: readonly Spot[] = ["NW", "N", "NE", "SW", "S", "SE"];

const viewOf = (scene: Scene): View | null => scene.view as View | null;

/** What is on top of a position. */
export function topAt(scene: Scene, spot: Spot): Top {
  return viewOf(scene)?.tops[spot] ?? "nothing";
}

/** The colours of the pocket at a position, also of one that a ball or a block has closed. */
export function pocketAt(scene: Scene, spot: Spot): string[] {
  const pile = viewOf(scene)?.table[spot];
  const pocket = Array.isArray(pile) ? pile.filter((code) => code.startsWith("pocket")).at(-1) : undefined;
  return pocket?.split("-").slice(1) ?? [];
}

/** Colours of the balls of a seat that are not down yet. */
export function ballsLeft(scene: Scene, seat: Seat): Color[] {
  return viewOf(scene)?.rows[seat] ?? [];
}

/** The set of balls of a seat; null before the dealer has chosen. */
export function setOf(scene: Scene, seat: Seat): "solids" | "stripes" | null {
  const solids = viewOf(scene)?.solids ?? null;
  if (solids === null) return null;
  return solids === seat ? "solids" : "stripes";
}
