import { expect, test } from "vitest";
import { byKin, GAMES, gameAndRules, isCalled, RULES } from "./games";

test("three games, each with a rule set", () => {
  expect(GAMES.map((game) => game.id)).toEqual(["crazy-eights", "crazier-eights", "crazy-8-ball"]);
  for (const game of GAMES) expect(game.rules.length).toBeGreaterThan(0);
});

test("rules that are called like their game are named once", () => {
  expect(gameAndRules("crazier-eights", "Crazier Eights")).toBe("Crazier Eights");
  expect(gameAndRules("crazy-eights", "Score race")).toBe("Crazy Eights · Score race");
});

test("a game is found under every name that people use, however they write it", () => {
  const found = (wanted: string): string[] => RULES.filter((set) => isCalled(set, wanted)).map(({ name }) => name);
  expect(found("two-four jacks")).toEqual(["switch", "irish-switch"]);
  expect(found("PUSKIYON")).toEqual(["puskiyon"]);
  expect(found("Mau Mau")).toEqual(expect.arrayContaining(["mau-mau-app", "mau-mau-brazil"]));
  expect(found("ireland")).toContain("switch");
  expect(found("quango")).toEqual([]);
  const [brazil] = RULES.filter(({ name }) => name === "mau-mau-brazil");
  expect(brazil && isCalled(brazil, "brasilien", ["Brasilien"])).toBe(true);
});

test("relatives stand together, and every rule set stands once", () => {
  const groups = byKin(RULES);
  expect(groups.flatMap(({ sets }) => sets)).toHaveLength(RULES.length);
  expect(groups.find(({ kin }) => kin === "Switch")?.sets.map(({ name }) => name)).toContain("switch");
});
