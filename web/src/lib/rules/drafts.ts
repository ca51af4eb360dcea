// Drafts of house rules, kept in this browser: one for each rule set that is changed.
import { readStored, writeStored } from "../local-storage";
import type { Sheet } from "./schema";

interface Draft {
  at: number;
  game: string;
  base: string;
  sheet: Sheet;
}

const KEY = "eights.drafts";
const MAX_DRAFTS = 24;

const stored = (): Draft[] => readStored<Draft[]>(KEY, []);

/** The draft that changes a rule set; without a name, the newest of the game. */
export function loadDraft(game: string, base?: string): Sheet | null {
  return stored().find((draft) => draft.game === game && (base === undefined || draft.base === base))?.sheet ?? null;
}

export function saveDraft(game: string, base: string, sheet: Sheet): void {
  writeStored(KEY, [{ at: Date.now(), game, base, sheet }, ...without(game, base)].slice(0, MAX_DRAFTS));
}

export function dropDraft(game: string, base: string): void {
  writeStored(KEY, without(game, base));
}

function without(game: string, base: string): Draft[] {
  return stored().filter((draft) => draft.game !== game || draft.base !== base);
}
