// What the front page shows of the game; loaded at once, so it stays small.

import type { GamePage } from "../../lib/game-page";
import Art from "./Art.svelte";
import Fan from "./Fan.svelte";

export const page: GamePage = {
  Art,
  Fan,
  cloth: "wine",
  minutes: 15,
  firstHand: 3,
  gallery: () => import("./Gallery.svelte"),
  blurb: {
    en: "Fifty-two cards, and every one does something. Read, plot, and get rid of them all.",
    de: "Zweiundfünfzig Karten, und jede kann etwas. Lies, schmiede Pläne, und werde sie alle los.",
  },
};
