// Offers of an unknown game in words, from their parts.

import { cardName, placeName } from "../../narrate/names";
import type { GameModule, OfferContext } from "../game-module";
import type { Play } from "../offers";
import { fill, type Words } from "../words";
import { humanizedWords } from "./facts";

/** Verb, cards, places, names and player. Two offers differ in their parts, so they differ in this text. */
export function offerLabel(game: GameModule, play: Play, { scene, names, w, lang }: OfferContext): string {
  const parts = [w[`verb_${play.verb}` as keyof Words] ?? humanizedWords(play.verb)];
  if (play.cards.length > 0) parts.push(play.cards.map((code) => cardName(game, code, lang)).join(" + "));
  // Nearly every card goes to the discard pile; only another place is worth a word.
  const places = play.places.filter((place) => place !== "discard");
  if (places.length > 0)
    parts.push(`→ ${places.map((place) => humanizedWords(placeName(place, names, scene.you, lang))).join(", ")}`);
  if (play.names.length > 0) parts.push(`(${play.names.map((name) => game.nameLabel(name, lang)).join(", ")})`);
  if (play.whom) parts.push(fill(w.forWhom, { a: names[play.whom] ?? play.whom }));
  if (play.call) parts.push(`– ${w.call}`);
  return parts.join(" ");
}
