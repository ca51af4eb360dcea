import { expect, test } from "vitest";
import { GAMES, gameAndRules } from "./games";

test("three games, each with a rule set", () => {
  expect(GAMES.map((game) => game.id)).toEqual(["crazy-eights", "crazier-eights", "crazy-8-ball"]);
  for (const game of GAMES) expect(game.rules.length).toBeGreaterThan(0);
});

test("rules that are called like their game are named once", () => {
  expect(gameAndRules("crazier-eights", "Crazier Eights")).toBe("Crazier Eights");
  expect(gameAndRules("crazy-eights", "Score race")).toBe("Crazy Eights · Score race");
});
