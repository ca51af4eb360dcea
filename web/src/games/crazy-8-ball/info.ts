// What the front page shows of the game; loaded at once, so it stays small.

import type { GamePage } from "../../lib/game-page";
import Art from "./Art.svelte";
import Fan from "./Fan.svelte";
import { ballCardName, spotName } from "./names";

export const page: GamePage = {
  Art,
  Fan,
  cloth: "petrol",
  minutes: 20,
  firstHand: 2,
  blurb: {
    en: "A pool table made of cards. Collect stick, ball and pocket, clear your seven, sink the eight.",
    de: "Ein Billardtisch aus Karten. Sammle Queue, Kugel und Tasche, räume deine sieben ab, versenke die Acht.",
  },
  phraseLeaves: (language) => ({
    spot: { looks: /[NS][WE]?/, becomes: (spot) => spotName(spot, language) },
    ballcard: { looks: /(?:stick|cue|pocket|block)(?:-[a-z]+)+/, becomes: (code) => ballCardName(code, language) },
  }),
};
