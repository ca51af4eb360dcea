// The games whose guided first hand was offered before: it is offered once.
import { readStored, writeStored } from "../local-storage";

const KEY = "eights.first-hands";
const state = $state({ games: readStored<string[]>(KEY, []) });

export function wasOffered(game: string): boolean {
  return state.games.includes(game);
}

/** Somebody has taken the offer, or dealt without it. */
export function rememberOffer(game: string): void {
  if (wasOffered(game)) return;
  state.games = [...state.games, game];
  writeStored(KEY, state.games);
}
