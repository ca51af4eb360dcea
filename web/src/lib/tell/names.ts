// What cards, colours and places are called.
import type { Language } from "../i18n/language";
import { said } from "../i18n/index.svelte";
import { cardOf } from "../table/crazier-cards";

/** What a card is called: "eight of spades", "Devious Dragon", "red cue stick". */
export function cardName(game: string, code: string, lang: Language): string {
  const w = lang.names;
  if (code === "??") return w.back;
  if (game === "crazier-eights") return cardOf(code).name;
  if (game === "crazy-8-ball") {
    if (code === "block-wild") return w.wildBlock;
    const [kind = "", ...colours] = code.split("-");
    return w.ball(w.kinds[kind] ?? kind, colours.map((it) => w.colours[it] ?? it).join("-"));
  }
  if (code.startsWith("*")) return `${w.joker} ${code.slice(1)}`;
  const rank = code.slice(0, -1);
  return w.of(w.ranks[rank] ?? rank, w.suits[code.slice(-1)] ?? "");
}

/** What a colour is called. */
export function colourName(colour: string, lang: Language): string {
  return lang.names.colours[colour] ?? colour;
}

/** What is named: a suit, a rank or a colour. */
export function nameName(game: string, name: string, lang: Language): string {
  const w = lang.names;
  if (game !== "crazy-eights") return w.colours[name] ?? name;
  return w.suits[name] ?? w.plurals[name] ?? name;
}

/** A word for something named, or the text of a card. */
export function thing(game: string, word: string, lang: Language): string {
  return game === "text" ? said(cardOf(word).text) : nameName(game, word, lang);
}

/** Where on the pool table. */
export function spotName(spot: string, lang: Language): string {
  return lang.names.spots[spot] ?? spot;
}

/** A place where cards lie. */
export function placeName(place: string, names: Record<string, string>, you: string | null, lang: Language): string {
  const w = lang.names;
  const found = /^(hand|in play) (.)$/.exec(place);
  if (!found) return place === "stock" ? w.stock : place === "discard" ? w.discard : place === "aside" ? w.aside : place;
  const seat = found[2] ?? "";
  const name = seat === you ? null : (names[seat] ?? seat);
  return found[1] === "hand" ? w.hand(name) : w.before(name);
}
