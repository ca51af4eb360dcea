// A game that the page has no folder for: drawn from the table in its view, its offers and its events alone.

import type { GameModule } from "../game-module";
import { frenchCardName, frenchNameLabel, frenchSigns, frenchSortKeys, isFrench } from "../french";
import type { Scene } from "../scene";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { humanizedWords } from "./facts";
import { offerLabel } from "./labels";
import { narrateOther, narration } from "./narrate";

export const game: GameModule<Record<string, unknown>> = {
  Board,
  Face,
  readView,
  cardName: (code, lang) => (isFrench(code) ? frenchCardName(code, lang) : humanizedWords(code)),
  nameLabel: (name, lang) => frenchNameLabel(name, lang),
  suits: frenchSigns,
  sortKeys: (code) => (isFrench(code) ? frenchSortKeys(code) : [9, 99]),
  question: (_, plays, w) => (plays.some((play) => play.cards.length > 0) ? w.chooseCardOrButton : w.chooseButton),
  isChoosing: () => false,
  offerLabel: (play, context) => offerLabel(game, play, context),
  labelNamesCards: () => true,
  boardVerbs: [],
  narration,
  narrateOther,
};

/** `turn` and `dealer` are seats in every game that has them; whatever else the view holds is listed as facts. */
function readView(scene: Scene, fields: Record<string, unknown>): void {
  const seatIn = (key: string): string | null => {
    const value = fields[key];
    return typeof value === "string" && scene.seats.some(({ seat }) => seat === value) ? value : null;
  };
  scene.turn = seatIn("turn");
  const dealer = seatIn("dealer");
  for (const seat of scene.seats) seat.dealer = seat.seat === dealer;
}
