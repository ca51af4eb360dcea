// What is asked, of whom and why: the line above the hand. It only reads views and offers.

import { cardName, nameName, spotName } from "../tell";
import { cardOf } from "./crazier-cards";
import type { Play, Verb } from "./offers";
import type { Scene } from "./scene";
import type { Seat } from "./types";
import type { Language } from "../i18n/language";
import { fill, type Words } from "./words";

export interface Prompt {
  /** Whose turn it is. */
  title: string;
  /** What to do, or what is waited for. */
  detail: string;
  /** The card that asks, and its sentence. */
  card: string | null;
  text: string;
  mine: boolean;
}

/** The prompt of a scene. */
export function promptOf(scene: Scene, plays: readonly Play[], names: Record<Seat, string>, w: Words): Prompt {
  const prompt: Prompt = { title: "", detail: "", card: scene.speaking, text: "", mine: scene.asks !== null && scene.asks === scene.you };
  if (scene.speaking) prompt.text = cardOf(scene.speaking).text;
  if (scene.asks === null) return { ...prompt, title: w.over };
  if (!prompt.mine) {
    const a = names[scene.asks] ?? scene.asks;
    const choosing = scene.game === "crazier-eights" ? scene.question !== "main" : scene.question === "choose";
    const detail = choosing ? fill(scene.question === "may" ? w.o_may : w.o_choose, { a }) : "";
    const turn = scene.turn ?? scene.asks;
    // An ability may ask somebody in another player's turn, also the reader's own.
    const title = turn === scene.you ? w.yourTurn : fill(w.turnOf, { a: names[turn] ?? turn });
    return { ...prompt, title, detail };
  }
  return { ...prompt, title: w.yourTurn, detail: detailOf(scene, plays, w) };
}

function detailOf(scene: Scene, plays: readonly Play[], w: Words): string {
  if (scene.game === "crazier-eights") return crazier(scene, plays, w);
  if (scene.game === "crazy-8-ball") return { choose: w.chooseBalls, fill: w.fill }[scene.question] ?? w.act;
  const cards = plays.some((play) => play.cards.length > 0);
  const may = (verb: Verb): boolean => plays.some((play) => play.verb === verb);
  if (may("name")) return w.nameStarter;
  if (scene.owed > 0) return fill(cards ? w.mustAnswer : w.mustTake, { k: scene.owed });
  if (may("done")) return w.oneMore;
  if (!cards) return may("draw") ? w.drawOnly : w.passOnly;
  if (may("draw")) return w.playOrDraw;
  return may("pass") ? w.playOrPass : w.playCard;
}

function crazier(scene: Scene, plays: readonly Play[], w: Words): string {
  if (scene.question !== "main") return w[`q_${scene.question}` as keyof Words] ?? w.q_card;
  const tally = scene.you ? scene.tally[scene.you] : undefined;
  const left: string[] = [];
  if (plays.some((play) => play.verb === "play")) left.push(w.wordPlay);
  if (plays.some((play) => play.verb === "discard")) {
    const k = tally ? 1 + tally["more-discards"] - tally.discarded : 1;
    left.push(k > 1 ? fill(w.wordDiscards, { k }) : w.wordDiscard);
  }
  return left.length === 0 ? w.endTurn : fill(w.mayStill, { x: left.join(` ${w.and} `) });
}

/** An offer as a short text for a button or a hint. */
export function labelOf(scene: Scene, play: Play, names: Record<Seat, string>, w: Words, lang: Language): string {
  const { game } = scene;
  const place = (spot: string | undefined): string => spotName(spot ?? "", lang);
  switch (play.verb) {
    case "swap":
      return w.swap;
    case "pocket":
      return fill(w.layAt, { p: place(play.places[0]) });
    case "block":
      return fill(w.coverAt, { p: place(play.places[0]) });
    case "shoot":
      return fill(w.shoot, { x: shots(play, w, lang) });
    case "discard":
      return play.name ? fill(w.discardNaming, { n: nameName(game, play.name, lang) }) : w.discardIt;
    case "play":
      return game === "crazier-eights" ? w.play : [cardNames(game, play.cards, lang), play.name ? nameName(game, play.name, lang) : ""].filter(Boolean).join(" → ");
    case "choose":
      if (play.name === "solids") return w.takeSolids;
      if (play.name === "stripes") return w.takeStripes;
      return play.whom ? (names[play.whom] ?? play.whom) : play.cards[0] ? cardName(game, play.cards[0], lang) : nameName(game, play.name, lang);
    default:
      return plainLabel(scene, play, names, w, lang);
  }
}

const cardNames = (game: string, cards: readonly string[], lang: Language): string => cards.map((code) => cardName(game, code, lang)).join(" + ");

function shots(play: Play, w: Words, lang: Language): string {
  const parts = play.names.map((ball, i) => {
    const p = spotName(play.places[i] ?? "", lang);
    return ball === "8" ? fill(w.eightAt, { p }) : fill(w.ballAt, { c: nameName("crazy-8-ball", ball, lang), p });
  });
  return parts.join(` ${w.and} `);
}

function plainLabel(scene: Scene, play: Play, names: Record<Seat, string>, w: Words, lang: Language): string {
  if (play.verb === "name") return nameName(scene.game, play.name, lang);
  if (play.verb === "catch") return fill(w.catch, { a: names[play.whom] ?? play.whom });
  if (play.verb === "draw" && scene.owed > 1) return fill(w.drawN, { k: scene.owed });
  return w[play.verb as keyof Words] ?? play.say;
}

/** The whole of an offer in words, for hints: "Devious Dragon: play". */
export function spokenOf(scene: Scene, play: Play, names: Record<Seat, string>, w: Words, lang: Language): string {
  const label = labelOf(scene, play, names, w, lang);
  const of = scene.game !== "crazy-eights" && play.verb !== "choose" && play.verb !== "shoot" && play.cards[0];
  return of ? `${cardName(scene.game, of, lang)}: ${label}` : label;
}
