// The line above the hand: whose turn it is, what is asked, and the texts of offers.

import type { Language } from "../i18n/language";
import { cardName } from "../narrate/names";
import type { GameModule, OfferContext } from "./game-module";
import type { Play } from "./offers";
import type { Scene } from "./scene";
import type { Seat } from "./types";
import { fill, type Words } from "./words";

export interface Prompt {
  /** Whose turn it is. */
  title: string;
  /** What to do, or what the table waits for. */
  detail: string;
  /** The card that asks, and its sentence. */
  card: string | null;
  text: string;
  mine: boolean;
}

/** The prompt of a scene. */
export function promptOf(
  game: GameModule,
  scene: Scene,
  plays: readonly Play[],
  names: Record<Seat, string>,
  w: Words,
): Prompt {
  const card = scene.speaking;
  const mine = scene.asks !== null && scene.asks === scene.you;
  const prompt: Prompt = { title: "", detail: "", card, text: (card && game.cardText?.(card)) ?? "", mine };
  if (scene.asks === null) return { ...prompt, title: w.over };
  if (mine) return { ...prompt, title: w.yourTurn, detail: game.question(scene, plays, w) };
  const a = names[scene.asks] ?? scene.asks;
  const detail = game.isChoosing(scene) ? fill(scene.question === "may" ? w.o_may : w.o_choose, { a }) : "";
  // A card may ask somebody in another player's turn, also in the reader's own.
  const turn = scene.turn ?? scene.asks;
  const title = turn === scene.you ? w.yourTurn : fill(w.turnOf, { a: names[turn] ?? turn });
  return { ...prompt, title, detail };
}

/** The text of an offer on a button or in a hint. */
export function labelOf(game: GameModule, play: Play, context: OfferContext): string {
  return game.offerLabel(play, context) ?? usualLabel(game, play, context);
}

function usualLabel(game: GameModule, play: Play, { scene, names, w, lang }: OfferContext): string {
  const [card] = play.cards;
  switch (play.verb) {
    case "discard":
      return play.name ? fill(w.discardNaming, { n: game.nameLabel(play.name, lang) }) : w.discardIt;
    case "choose":
      if (play.whom) return names[play.whom] ?? play.whom;
      return card ? cardName(game, card, lang) : game.nameLabel(play.name, lang);
    case "name":
      return game.nameLabel(play.name, lang);
    case "catch":
      return fill(w.catch, { a: names[play.whom] ?? play.whom });
    case "draw":
      return scene.owed > 1 ? fill(w.drawN, { k: scene.owed }) : w.draw;
    default:
      return w[play.verb as keyof Words] ?? play.say;
  }
}

/** An offer with the card it is about, for hints: "Devious Dragon: play". */
export function spokenOf(game: GameModule, play: Play, context: OfferContext): string {
  const label = labelOf(game, play, context);
  const [card] = play.cards;
  return card === undefined || game.labelNamesCards(play) ? label : `${cardName(game, card, context.lang)}: ${label}`;
}

export function cardNames(game: Pick<GameModule, "cardName">, cards: readonly string[], lang: Language): string {
  return cards.map((code) => cardName(game, code, lang)).join(" + ");
}
