// What the front page shows of the game; loaded at once, so it stays small.

import type { GamePage } from "../../lib/game-page";
import Art from "./Art.svelte";
import Fan from "./Fan.svelte";

export const page: GamePage = {
  Art,
  Fan,
  cloth: "baize",
  minutes: 15,
  firstHand: 2,
  forResearch: ["openspiel"],
  blurb: {
    en: "Match the suit or the number. Eights fit everything. First one out of cards collects the points.",
    de: "Bediene Farbe oder Zahl, Achten passen immer. Wer zuerst fertig ist, bekommt die Punkte.",
  },
};
