// Tells in sentences what happened in a step.
import type { Language } from "../i18n/language";
import type { GameModule } from "../table/game-module";
import type { Seat } from "../table/types";
import { combine } from "./combine";
import type { TableEvent } from "./events";
import { Narrator } from "./narrator";

export { cardName, colourName } from "./names";

/** The sentences for what a viewer saw happen; an event that another sentence covers adds nothing. */
export function narrate(
  game: GameModule,
  events: readonly TableEvent[],
  names: Record<Seat, string>,
  lang: Language,
  you: Seat | null = null,
  view: unknown = null,
  speaking: string | null = null,
): string[] {
  const narrator = new Narrator(game, names, lang, you, view, speaking);
  return combine(events)
    .map((event, i, all) => narrator.narrate(event, all.slice(i + 1)))
    .filter((sentence): sentence is string => sentence !== null && sentence !== "");
}
