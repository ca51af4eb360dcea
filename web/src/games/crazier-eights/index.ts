// Crazier Eights on the page.

import type { View } from "../../generated/games/crazier-eights";
import { translate } from "../../lib/i18n/index.svelte";
import { colourName } from "../../lib/narrate/names";
import { noteOf } from "../../lib/sound/sounds";
import type { GameModule } from "../../lib/table/game-module";
import { LANDS } from "../../lib/table/motion";
import type { Play } from "../../lib/table/offers";
import type { Scene } from "../../lib/table/scene";
import { position } from "../../lib/table/sort";
import { fill, type Words } from "../../lib/table/words";
import Board from "./Board.svelte";
import { COLOURS, cardOf, codes } from "./cards";
import { deeds } from "./deeds";
import Face from "./Face.svelte";
import { whyFits } from "./fits";
import NameSign from "./NameSign.svelte";
import { narration } from "./narrate";
import "./shipped-cards";
import Symbols from "./Symbols.svelte";
import { tallyOf } from "./view";

const RANKS = ["8", "A", "K", "Q", "J", "10", "9", "7", "6", "5", "4", "3", "2"];

export const game: GameModule<View> = {
  Board,
  Face,
  Symbols,
  NameSign,
  loadReader: () => import("./Reader.svelte"),
  readView,
  cardName: (code) => cardOf(code).name,
  namedCards: codes,
  describeCard(code, w, lang) {
    const card = cardOf(code);
    const colours = card.colours.map((colour) => colourName(colour, lang)).join(" ");
    const kind = card.kind === "asset" ? w.asset : w.event;
    return [card.name, [colours, card.rank].filter(Boolean).join(" "), kind, translate(card.text)]
      .filter(Boolean)
      .join(", ");
  },
  cardText: (code) => cardOf(code).text,
  cardKind: (code, { crazier }) => (cardOf(code).kind === "asset" ? crazier.kindAsset : crazier.kindEvent),
  nameLabel: colourName,
  sortKeys(code) {
    const card = cardOf(code);
    return [position(COLOURS, card.colours[0] ?? ""), position(RANKS, card.rank ?? "")];
  },
  boardSays: true,
  hand: { width: handWidth, least: 44, footed: true, readable: 130 },
  question,
  isChoosing: (scene) => scene.question !== "main",
  offerLabel: (play, { w }) => (play.verb === "play" ? w.play : null),
  offerNote(play, { scene, lang }) {
    const code = play.cards[0] ?? "";
    if (play.verb === "discard") return play.name ? "" : whyFits(code, scene.discard.at(-1), scene.named, lang);
    if (play.verb !== "play") return "";
    const card = cardOf(code);
    if (card.kind === "asset") return lang.crazier.thenStays;
    return /\bchoice\b|\bchoose\b/i.test(card.text) ? lang.crazier.thenChoose : lang.crazier.thenHappens;
  },
  labelNamesCards: (play) => play.verb === "choose",
  boardVerbs: ["catch", "take"],
  whyQuery: (code) => `discard ${code}`,
  narration,
  deeds,
  sounds: {
    destroyed: () => [{ sound: "destroyed", at: 0 }],
    discarded: ({ named }: { named?: string }) => noteOf(COLOURS, named).map((sound) => ({ sound, at: LANDS })),
  },
  blockedTitle: (w) => w.fewestCards,
};

/** On a desk cards are wide enough for their sentence, as long as all fit side by side; on a phone they are chips. */
function handWidth({ width, height }: { width: number; height: number }, count: number): number {
  if (width < 640) return Math.max(62, Math.min(83, width * 0.2));
  const wanted = Math.max(134, Math.min(height * 0.185, width * 0.14, 230));
  return Math.max(Math.min(134, wanted), Math.min(wanted, (width * 0.94) / count - 7));
}

function readView(scene: Scene, view: View): void {
  scene.deal = view.game;
  scene.turn = view.turn;
  scene.named = view.named;
  scene.question = view.question ?? "main";
  scene.speaking = view.speaking;
  // Teams sit evenly round the table, so the team on turn determines all others.
  const teams = scene.seats.length / Math.max(1, view.team.length);
  scene.seats.forEach((seat, index) => {
    seat.playing = view.playing.includes(seat.seat);
    if (teams < scene.seats.length) seat.team = 1 + (index % teams);
  });
}

function question(scene: Scene, plays: readonly Play[], w: Words): string {
  if (scene.question !== "main") return w[`q_${scene.question}` as keyof Words] ?? w.q_card;
  const mayPlay = plays.some((play) => play.verb === "play");
  if (!plays.some((play) => play.verb === "discard")) return mayPlay ? w.mayPlay : w.endTurn;
  const tally = tallyOf(scene, scene.you);
  const k = tally ? 1 + tally["more-discards"] - tally.discarded : 1;
  if (k <= 1) return mayPlay ? w.mayBoth : w.mayDiscard;
  return fill(mayPlay ? w.mayBoths : w.mayDiscards, { k });
}
