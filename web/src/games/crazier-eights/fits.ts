// Why a card fits the discard pile, and what fits it at all, in words. The engine decides; this only says it.

import type { Language } from "../../lib/i18n/language";
import { colourName } from "../../lib/narrate/names";
import { fill } from "../../lib/table/words";
import { cardOf, type Colour } from "./cards";
import type { Code } from "../../lib/table/types";

/** Why a card may be discarded. */
export function whyFits(code: Code, top: Code | undefined, named: string | null, lang: Language): string {
  const w = lang.crazier;
  const card = cardOf(code);
  if (card.rank === "8") return w.isEight;
  const under = top === undefined ? null : cardOf(top);
  if (named === null && under?.rank != null && under.rank === card.rank)
    return fill(w.isRank, { x: lang.names.one(lang.names.ranks[card.rank] ?? card.rank) });
  const wanted = named === null ? (under?.colours ?? []) : [named as Colour];
  const shared = card.colours.find((colour) => wanted.includes(colour));
  return shared === undefined ? "" : fill(w.isColour, { x: colourName(shared, lang) });
}

/** What can be discarded on the top card: its colours, its rank and eights. */
export function whatFits(top: Code, named: string | null, lang: Language): string {
  const w = lang.crazier;
  const card = cardOf(top);
  const colours = named === null ? card.colours : [named];
  const rank = named === null && card.rank !== "8" ? card.rank : null;
  const parts = [
    ...colours.map((colour) => colourName(colour, lang)),
    ...(rank === null ? [] : [lang.names.plurals[rank] ?? rank]),
  ];
  const text = fill(w.fits, { x: `${parts.join(", ")} ${w.and} ${lang.names.plurals["8"] ?? "8"}` });
  return text.charAt(0).toUpperCase() + text.slice(1);
}
