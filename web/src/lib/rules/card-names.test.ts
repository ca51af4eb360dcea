// Names of cards in prose, in both languages.
import { expect, test } from "vitest";
import de from "../i18n/de";
import { en } from "../i18n/en";
import { frenchCardName, frenchCards } from "../table/french";
import type { GameModule } from "../table/game-module";
import { cardNames } from "./card-names";

const game = { cardName: frenchCardName, namedCards: frenchCards } as unknown as GameModule;

test("a card is found by its name in a sentence, once", () => {
  const english = cardNames(game, en)?.split("On the nine of hearts go hearts and nines; the nine of hearts is red.");
  expect(english).toEqual([
    { text: "On the ", card: null },
    { text: "nine of hearts", card: "9H" },
    { text: " go hearts and nines; the nine of hearts is red.", card: null },
  ]);
  expect(cardNames(game, de)?.split("Auf die Herz-Neun passt die Acht.")[1]).toEqual({ text: "Herz-Neun", card: "9H" });
});

test("a part of a longer word is no card, and text without cards stays whole", () => {
  const names = cardNames(
    { cardName: (code: string) => code, namedCards: () => ["Death", "Trade"] } as unknown as GameModule,
    en,
  );
  expect(names?.split("Deathly Trader")).toEqual([{ text: "Deathly Trader", card: null }]);
  expect(cardNames({ ...game, namedCards: undefined } as unknown as GameModule, en)).toBe(null);
});
