// Small pure parts: words, chairs, tallies, codes, games.
import { expect, test } from "vitest";
import { chairs, freshSeed } from "./deal";
import { GAMES } from "./games";
import { tally, type Played } from "./history";
import { de } from "./i18n/de";
import { en } from "./i18n/en";
import { filled } from "./i18n/index.svelte";

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
  for (const key of Object.keys(en.table) as (keyof typeof en.table)[]) expect(blanks(de.table[key]), key).toEqual(blanks(en.table[key]));
});

test("people sit first, bots on the other chairs", () => {
  expect(chairs(3, ["Ada"], "casual")).toEqual([{ person: { name: "Ada" } }, { bot: { level: "casual" } }, { bot: { level: "casual" } }]);
  expect(chairs(2, ["Ada", "Ben", "Cleo"], "casual")).toHaveLength(2);
});

test("a seed is 64 hexadecimal digits and never the same", () => {
  expect(freshSeed()).toMatch(/^[0-9a-f]{64}$/);
  expect(freshSeed()).not.toBe(freshSeed());
});

test("three games, each with a rule set", () => {
  expect(GAMES.map((game) => game.id)).toEqual(["crazy-eights", "crazier-eights", "crazy-8-ball"]);
  for (const game of GAMES) expect(game.rules.length).toBeGreaterThan(0);
});

test("matches add up; shared screens count as played only", () => {
  const one = (won: boolean | null): Played => ({ id: "", where: "local", at: 0, game: "g", title: "", names: [], won, winners: [], points: {}, steps: 0 });
  expect(tally([one(true), one(false), one(null)])).toEqual({ g: { played: 3, counted: 2, won: 1 } });
});
