// The seam between the page and its games: no game is known outside its folder.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { GAME_PAGES } from "../lib/game-page";
import { GAMES } from "../lib/games";
import { LANGUAGES } from "../lib/i18n/index.svelte";

const src = new URL("../", import.meta.url);

test("no file outside src/games names a game by its id", () => {
  const ids = GAMES.map((game) => game.id);
  expect(ids.length).toBeGreaterThan(2);
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter(
      (name) =>
        /\.(ts|svelte|css|html|txt)$/.test(name) &&
        !/^(games|generated)\/|\.test\.ts$|\/(pkg|fixtures|dev)\//.test(name),
    );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((name) => {
    const text = readFileSync(new URL(name, src), "utf8");
    return ids.filter((id) => text.includes(id)).map((id) => `${name}: ${id}`);
  });
  expect(found).toEqual([]);
});

test("every folder belongs to a game of the build, and has a line about it in every language", () => {
  const ids = GAMES.map((game) => game.id);
  for (const [id, { blurb }] of Object.entries(GAME_PAGES)) {
    expect(ids).toContain(id);
    expect(Object.keys(blurb).sort(), id).toEqual(Object.keys(LANGUAGES).sort());
  }
});
