import { expect, test } from "vitest";
import { de } from "./de";
import { en } from "./en";
import { filled } from "./index.svelte";

test("words are filled in, and numbers choose their form", () => {
  expect(filled("{n} card|{n} cards", { n: 1 })).toBe("1 card");
  expect(filled("{n} card|{n} cards", { n: 0 })).toBe("0 cards");
  expect(filled("Hello {name}{what}", { name: "Ada" })).toBe("Hello Ada{what}");
});

test("both languages have the same blanks to fill and the same number of forms", () => {
  const blanks = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
  for (const key of Object.keys(en.page) as (keyof typeof en.page)[]) {
    expect(blanks(de.page[key]), key).toEqual(blanks(en.page[key]));
    expect(de.page[key].split("|").length, key).toBe(en.page[key].split("|").length);
  }
  for (const [english, german] of [
    [en.pool, de.pool],
    [en.ending, de.ending],
  ] as [Record<string, string>, Record<string, string>][]) {
    for (const [key, text] of Object.entries(english)) {
      expect(blanks(german[key] ?? ""), key).toEqual(blanks(text));
      expect(german[key]?.split("|").length, key).toBe(text.split("|").length);
    }
  }
  for (const key of Object.keys(en.table) as (keyof typeof en.table)[])
    expect(blanks(de.table[key]), key).toEqual(blanks(en.table[key]));
});
