// Crazy Eights on the page.

import type { Language } from "../../lib/i18n/language";
import type { View } from "../../generated/games/crazy-eights";
import { noteOf } from "../../lib/sound/sounds";
import { frenchCardName, frenchCards, frenchNameLabel, frenchSigns, frenchSortKeys } from "../../lib/table/french";
import French from "../../lib/table/art/French.svelte";
import Shapes from "../../lib/table/art/Shapes.svelte";
import type { GameModule } from "../../lib/table/game-module";
import { LANDS } from "../../lib/table/motion";
import type { Play, Verb } from "../../lib/table/offers";
import { withNames } from "../../lib/table/printed";
import { cardNames } from "../../lib/table/prompt";
import type { Scene } from "../../lib/table/scene";
import { shapeSigns, shapedCardName, shapedNameLabel, shapedSortKeys } from "../../lib/table/shapes";
import { fill, type Words } from "../../lib/table/words";
import Board from "./Board.svelte";
import HandEnd from "./HandEnd.svelte";
import { narration } from "./narrate";
import { readRules } from "./rules";

export const game: GameModule<View> = {
  Board,
  Face: French as GameModule["Face"],
  HandEnd,
  boardSays: true,
  readView,
  readRules,
  matchLine: (scene, rules, w) =>
    [rules?.target ? fill(w.firstTo, { k: rules.target }) : "", fill(w.handNumber, { k: scene.deal + 1 })]
      .filter(Boolean)
      .join(" · "),
  forView: (view) => {
    if (view.printed === "shapes") return withShapes as GameModule;
    return view.names ? withNames(game as GameModule, view.names, offerLabel) : (game as GameModule);
  },
  cardName: frenchCardName,
  namedCards: frenchCards,
  suits: frenchSigns,
  nameLabel: (name, lang) =>
    /^..+$/.test(name) && name !== "10" ? frenchCardName(name, lang) : frenchNameLabel(name, lang),
  sortKeys: frenchSortKeys,
  question,
  isChoosing: () => false,
  offerLabel: (play, { lang }) => offerLabel(game, play, lang),
  labelNamesCards: () => true,
  boardVerbs: ["catch", "take"],
  picksByParts: true,
  tapPlays: true,
  plainAnswersAreMain: true,
  hand: { scale: 1.12, least: 44 },
  narration,
  sounds: {
    owes: () => [{ sound: "owed", at: LANDS }],
    named: ({ name }: { name: string | null }) =>
      noteOf(["S", "H", "D", "C"], name).map((sound) => ({ sound, at: LANDS })),
  },
};

/** The game with the pack of five shapes. */
const withShapes: GameModule<View> = {
  ...game,
  Face: Shapes as GameModule["Face"],
  cardName: shapedCardName,
  nameLabel: (name, lang) => (/^\*/.test(name) ? shapedCardName(name, lang) : shapedNameLabel(name, lang)),
  suits: shapeSigns,
  sortKeys: shapedSortKeys,
  offerLabel: (play, { lang }) => offerLabel(withShapes, play, lang),
  sounds: {
    ...game.sounds,
    named: ({ name }: { name: string | null }) =>
      noteOf(["C", "T", "X", "Q"], name).map((sound) => ({ sound, at: LANDS })),
  },
};

function offerLabel(module: Pick<GameModule, "cardName" | "nameLabel">, play: Play, lang: Language): string | null {
  if (play.verb !== "play") return null;
  return [cardNames(module, play.cards, lang), play.name && module.nameLabel(play.name, lang)]
    .filter(Boolean)
    .join(" → ");
}

function readView(scene: Scene, view: View): void {
  scene.deal = view.hand;
  scene.turn = view.turn;
  // A joker that counts as the card below it shows that card; where anything may follow there is nothing to show.
  scene.named = (view.named === "anything" ? null : view.named) ?? view.copied ?? null;
  scene.clockwise = view.clockwise;
  if (typeof view.step === "string") scene.question = view.step;
  else if ("answer" in view.step) {
    scene.question = "answer";
    scene.owed = view.step.answer.owed;
  } else if ("doubt" in view.step) {
    scene.question = "doubt";
    scene.owed = view.step.doubt.owed;
  } else if ("match" in view.step) scene.question = "match";
  else scene.question = "more" in view.step ? "more" : "play";
  for (const seat of scene.seats) {
    seat.playing = view.playing.includes(seat.seat);
    seat.place = view.places[seat.seat] ?? 0;
    seat.dealer = view.dealer === seat.seat;
    seat.team = 1 + (view.teams?.findIndex((team) => team.includes(seat.seat)) ?? -1);
  }
}

function question(scene: Scene, plays: readonly Play[], w: Words): string {
  const cards = plays.some((play) => play.cards.length > 0);
  const may = (verb: Verb): boolean => plays.some((play) => play.verb === verb);
  if (may("name")) return w.nameStarter;
  if (may("challenge")) return fill(w.mustDoubt, { k: scene.owed });
  if (scene.question === "exchange") return w.exchangeFirst;
  if (scene.question === "match") return cards ? w.matchLast : w.noMatch;
  if (scene.owed > 0) return fill(cards ? w.mustAnswer : w.mustTake, { k: scene.owed });
  if (may("done")) return w.oneMore;
  if (!cards) return may("draw") ? w.drawOnly : w.passOnly;
  if (may("draw")) return w.playOrDraw;
  return may("pass") ? w.playOrPass : w.playCard;
}
