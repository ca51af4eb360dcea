// Finds the module of a game, which is loaded when the game is first drawn.

import type { GameModule } from "./game-module";

const MODULES = import.meta.glob<{ game: GameModule }>("../../games/*/index.ts");

const loaded = new Map<string, GameModule>();

/** The module of a game, if it has been loaded already. */
export function loadedGame(id: string): GameModule | null {
  return loaded.get(id) ?? null;
}

/** Loads the module of a game; a game that has none gets the generic one. */
export async function loadGame(id: string): Promise<GameModule> {
  const load = MODULES[`../../games/${id}/index.ts`] ?? (() => import("./generic"));
  const { game } = await load();
  loaded.set(id, game);
  return game;
}
