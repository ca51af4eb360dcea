// The names of cards, colours and places.
import type { Language } from "../i18n/language";
import type { GameModule } from "../table/game-module";
import { BACK } from "../table/types";

/** The name of a card: "eight of spades", "Devious Dragon", "red cue stick". */
export function cardName(game: Pick<GameModule, "cardName">, code: string, lang: Language): string {
  return code === BACK ? lang.names.back : game.cardName(code, lang);
}

export function colourName(colour: string, lang: Language): string {
  return lang.names.colours[colour] ?? colour;
}

/** The name of a place with cards. */
export function placeName(place: string, names: Record<string, string>, you: string | null, lang: Language): string {
  const w = lang.names;
  const found = /^(hand|in play) (.)$/.exec(place);
  if (!found)
    return place === "stock" ? w.stock : place === "discard" ? w.discard : place === "aside" ? w.aside : place;
  const seat = found[2] ?? "";
  const name = seat === you ? null : (names[seat] ?? seat);
  return found[1] === "hand" ? w.hand(name) : w.before(name);
}
