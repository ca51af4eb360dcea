// The three boards, each loaded when its game is played, with the faces of its cards.

import type { Component } from "svelte";
import { faces, type Face } from "./art/faces";
import type { GameId } from "./types";

/** What every board is given: the size of the table, and how large it is looked at. */
export type Board = Component<{ room: { width: number; height: number }; scale: number }>;

const here: Partial<Record<GameId, Board>> = {};

/** The board of a game, if it has been loaded already. */
export function boardAtHand(game: GameId): Board | null {
  return here[game] ?? null;
}

/** Loads what a game needs to be drawn. */
export async function loadBoard(game: GameId): Promise<Board> {
  return (here[game] ??= await fetchBoard(game));
}

async function fetchBoard(game: GameId): Promise<Board> {
  if (game === "crazier-eights") {
    const [board, face] = await Promise.all([import("./CrazierBoard.svelte"), import("./art/Crazier.svelte"), import("./crazier-set")]);
    faces[game] = face.default;
    return board.default;
  }
  if (game === "crazy-8-ball") {
    const [board, face] = await Promise.all([import("./Pool.svelte"), import("./art/BallCard.svelte")]);
    faces[game] = face.default as Face;
    return board.default as unknown as Board;
  }
  const [board, face] = await Promise.all([import("./ClassicBoard.svelte"), import("./art/French.svelte")]);
  faces[game] = face.default as Face;
  return board.default;
}
