import { expect, test } from "vitest";
import { de } from "../i18n/de";
import { en } from "../i18n/en";
import { signOf } from "./french";
import { printedCardName, printedNameLabel } from "./printed";

const NAMES = { J: "frog", K: "+2", C: "acorns", "*1": "peacock", A: "1" };

test("cards are called by what is printed on them", () => {
  const called = (code: string): string => printedCardName(code, NAMES, en);
  expect(["JC", "KH", "9C", "AD", "*1"].map(called)).toEqual([
    "frog of acorns",
    "+2 of hearts",
    "nine of acorns",
    "1 of diamonds",
    "peacock",
  ]);
  expect(called("*2")).toBe("joker 2");
  expect(printedNameLabel("J", NAMES, en)).toBe("frog");
  expect(printedNameLabel("C", NAMES, en)).toBe("acorns");
  expect(printedNameLabel("9", NAMES, en)).toBe("nines");
});

test("names of shipped packs are translated, others stay as they are", () => {
  expect(printedCardName("JH", NAMES, de)).toContain("Frosch");
  expect(printedCardName("JC", NAMES, de)).toContain("acorns");
});

test("a corner holds a short name, or the first letter of a longer one", () => {
  expect(["+2", "0", "frog", "über"].map(signOf)).toEqual(["+2", "0", "F", "Ü"]);
});
