// Crazy 8-Ball on the page.

import type { View } from "../../generated/games/crazy-8-ball";
import { colourName } from "../../lib/narrate/names";
import type { Cue } from "../../lib/sound/sounds";
import type { GameModule } from "../../lib/table/game-module";
import { position } from "../../lib/table/sort";
import { fill } from "../../lib/table/words";
import { BALL_COLOURS } from "./balls";
import Board from "./Board.svelte";
import { ending, standing } from "./ending";
import Face from "./Face.svelte";
import { ballCardName, capital, spotName } from "./names";
import { narration } from "./narrate";
import { SHOT } from "./shot";
import { shotLabel } from "./shot-words";

const KINDS = ["stick", "cue", "pocket", "block"];

/** The stick strikes, the ball rolls and drops, as long as it is seen to. */
const shotSounds = (): Cue[] => [
  { sound: "click", at: SHOT.pull + SHOT.strike },
  { sound: "roll", at: SHOT.pull + SHOT.strike + 40 },
  { sound: "drop", at: SHOT.pull + SHOT.strike + SHOT.roll },
];

export const game: GameModule<View> = {
  Board: Board as unknown as GameModule["Board"],
  Face: Face as GameModule["Face"],
  readView(scene, { turn, step }) {
    scene.turn = turn;
    scene.question = typeof step === "string" ? step : "over";
  },
  cardName: ballCardName,
  namedCards: () => ["stick", "cue", "block"].flatMap((kind) => BALL_COLOURS.map((colour) => `${kind}-${colour}`)),
  nameLabel: colourName,
  sortKeys(code) {
    const [kind = "", colour = ""] = code.split("-");
    return [position(BALL_COLOURS, colour), position(KINDS, kind)];
  },
  hand: { scale: 1.05, roomy: 1.22, least: 44 },
  matchLine: (_, __, w) => w.poolGoal,
  question: (scene, _, w) => ({ choose: w.chooseBalls, fill: w.fill })[scene.question] ?? w.act,
  isChoosing: (scene) => scene.question === "choose",
  offerLabel(play, { scene, w, lang }) {
    const p = spotName(play.places[0] ?? "", lang);
    const top = scene.discard.at(-1);
    switch (play.verb) {
      case "discard":
        return lang.pool.throwAway;
      case "swap":
        return fill(lang.pool.swapFor, { c: top ? ballCardName(top, lang) : "" });
      case "take":
        return capital(fill(lang.pool.takeCard, { c: top ? ballCardName(top, lang) : "" }));
      case "draw":
        return lang.pool.drawBlind;
      case "pocket":
        return fill(lang.pool.layAt, { p });
      case "block":
        return fill(lang.pool.closeAt, { p });
      case "shoot":
        return shotLabel(play, true, lang);
      case "choose":
        return play.name === "solids" ? w.takeSolids : play.name === "stripes" ? w.takeStripes : null;
      default:
        return null;
    }
  },
  labelNamesCards: (play) => ["choose", "shoot", "take"].includes(play.verb),
  boardVerbs: ["catch", "draw", "take"],
  boardSays: true,
  throwsAway: ({ verb }) => verb === "discard" || verb === "swap",
  narration,
  refillsHand: true,
  sounds: { ball: shotSounds, eight: shotSounds },
  ending,
  standing,
};
