import { expect, test } from "vitest";
import { GAME_PAGES } from "../game-page";
import { GAMES } from "../games";
import type { StoredHouseRules } from "../storage/database";
import { rulesChoices } from "./rules";

const [eights] = GAMES;
const sets = eights?.rules ?? [];
const house = (sheet: Record<string, unknown>, game = eights?.id ?? ""): StoredHouseRules => ({
  id: "h1",
  at: 0,
  game,
  title: "Grandma’s",
  hash: "",
  sheet,
});

test("rules for research are not offered to people who want to play", () => {
  expect(sets.map(({ name }) => name)).toContain("openspiel");
  const names = rulesChoices(sets, GAME_PAGES[eights?.id ?? ""], []).map(({ value }) => value);
  expect(names).not.toContain("openspiel");
  expect(names).toHaveLength(sets.length - 1);
});

test("house rules stand behind the shipped ones, with their own number of players", () => {
  const offered = rulesChoices(sets, undefined, [
    house({ extends: "action", title: "Grandma’s", players: { min: 3 } }),
    house({}, "another-game"),
  ]);
  expect(offered).toHaveLength(sets.length + 1);
  expect(offered.at(-1)).toMatchObject({
    value: "house:h1",
    title: "Grandma’s",
    seats: [3, 16],
    shipped: "action",
    rules: { extends: "action" },
  });
});
