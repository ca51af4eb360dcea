// Finds the module of a game, which is loaded when the game is first drawn.

import type { GameModule } from "./game-module";
import { viewOf, type Update } from "./types";

const MODULES = import.meta.glob<{ game: GameModule }>("../../games/*/index.ts");

const loaded = new Map<string, GameModule>();

/** The module of a game, if it has been loaded already. */
export function loadedGame(id: string): GameModule | null {
  return loaded.get(id) ?? null;
}

/** The module for the cards of an update, before the first one that of the usual cards. */
export function gameFor(game: GameModule, update: Update | null): GameModule {
  // The module was found by the name of the game whose views it reads.
  return update ? (game.forView?.(viewOf(update) as never) ?? game) : game;
}

/** Loads the module of a game; a game that has none gets the generic one. */
export async function loadGame(id: string): Promise<GameModule> {
  const load = MODULES[`../../games/${id}/index.ts`] ?? (() => import("./generic"));
  const { game } = await load();
  loaded.set(id, game);
  return game;
}
