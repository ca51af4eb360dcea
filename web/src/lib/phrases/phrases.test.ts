import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bookOf } from ".";
import { de as german } from "../i18n/de";
import { en as english } from "../i18n/en";

const de = bookOf(german, readFileSync(new URL("../i18n/de/phrases.txt", import.meta.url), "utf8"));

const en = bookOf(english, readFileSync(new URL("../i18n/en/phrases.txt", import.meta.url), "utf8"));

test("a phrasebook has every kind of gap that it uses", () => {
  expect(de.faults()).toEqual([]);
  expect(en.faults()).toEqual([]);
});

test("cards have cases", () => {
  const said = (text: string): string | null => de.say(text);
  expect(said("You do not hold the jack of hearts.")).toBe("Du hast den Herz-Buben nicht.");
  expect(
    said(
      "The five of hearts fits neither the suit (clubs) nor the rank (seven) of the top card; clubs, sevens and eights would.",
    ),
  ).toBe(
    "Die Herz-Fünf passt weder zur Farbe (Kreuz) noch zum Rang (Sieben) der obersten Karte; Kreuz, Sieben und Achten würden passen.",
  );
});

test("an unknown card in a house rule is reported in German", () => {
  const why =
    'unknown card "Z"; write a rank (8), a card (QS), a colour and rank (black A), a suit (hearts), a colour (red) or joker';
  expect(de.say(why, "problem")).toBe("„Z“ ist keine Karte");
});

test("seats are people", () => {
  expect(de.say("It is B's turn.", undefined, { B: "Ada" })).toBe("Ada ist am Zug.");
  expect(de.say("It is B's turn.")).toBe("B ist am Zug.");
  expect(en.say("It is B's turn.", undefined, { B: "Ada" })).toBe("It is Ada's turn.");
  expect(
    en.say("It hits B, who is close to going out: you win about 61 of 100 such games.", undefined, { B: "Ada" }),
  ).toContain("hits Ada,");
  expect(en.say("pocket-red-blue is a corner pocket, and N is a side.")).toBe(
    "The red and blue corner pocket is for a corner, and the far middle is a side.",
  );
});
