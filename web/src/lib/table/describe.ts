// A card in words for those who hear the page.

import { said } from "../i18n/index.svelte";
import type { Language } from "../i18n/language";
import { cardName, colourName } from "../tell";
import { cardOf } from "./crazier-cards";
import type { Code, GameId } from "./types";
import { BACK } from "./types";
import type { Words } from "./words";

/** The whole card: "eight of spades"; of Crazier Eights also rank, colours, kind and sentence. */
export function describe(game: GameId, code: Code, w: Words, lang: Language): string {
  const name = cardName(game, code, lang);
  if (game !== "crazier-eights" || code === BACK) return name;
  const card = cardOf(code);
  const colours = card.colours.map((colour) => colourName(colour, lang)).join(" ");
  const kind = card.kind === "asset" ? w.asset : w.event;
  return [name, [colours, card.rank].filter(Boolean).join(" "), kind, said(card.text)].filter(Boolean).join(", ");
}
