// Networks answer in both engines of the browser exactly as they do natively.
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { GAMES } from "../games";
import * as small from "./pkg/eights";
import * as fast from "./pkg/fast";

const file = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));

interface Match {
  game: string;
  rules: string;
  level: string;
  digest: string;
}
/** The crate eights-local plays the same ones. */
const matches = JSON.parse(file("../../../../crates/eights-local/tests/networks.json").toString()) as Match[];
const withWeights = readdirSync(new URL("./pkg/", import.meta.url)).filter((name) => name.endsWith(".bin"));

const engines = { small, fast };

const open = (game: string, rules: string, level: string, house = "", { LocalTable } = small): small.LocalTable =>
  LocalTable.open(
    JSON.stringify({ game, rules, with: house, seed: "7", chairs: [{ bot: { level } }, { bot: { level } }] }),
  );

beforeAll(() => {
  small.initSync({ module: file("./pkg/eights_bg.wasm") });
  fast.initSync({ module: file("./pkg/fast_bg.wasm") });
});

/** The last digest of a match that the table plays to its end. */
function played(table: small.LocalTable): string | undefined {
  while (table.botIsAsked()) table.tick();
  return /.*"digest":"(\w+)"/s.exec(table.journal())?.[1];
}

test("exactly the games that have weights ask for them", () => {
  const asking = GAMES.filter(({ id, rules }) => open(id, rules[0]?.name ?? "", "master").lacksNetwork());
  expect(asking.map(({ id }) => `${id}.bin`).sort()).toEqual(withWeights.sort());
  expect(matches.map(({ game }) => `${game}.bin`).sort()).toEqual(withWeights.sort());
});

test("rules that a network does not know do not ask for it", () => {
  const large = open("crazy-8-ball", "standard", "master", "deal.hand = 5");
  expect([large.usesNetwork(), large.lacksNetwork()]).toEqual([true, false]);
});

for (const [name, engine] of Object.entries(engines))
  for (const { game, rules, level, digest } of matches)
    test(`${game} is played as on every other machine by the ${name} engine, once the weights are loaded`, () => {
      expect(open(game, rules, "newcomer", "", engine).usesNetwork()).toBe(false);
      const without = open(game, rules, level, "", engine);
      expect([without.usesNetwork(), without.lacksNetwork()]).toEqual([true, true]);
      expect(played(without)).not.toBe(digest);

      expect(without.loadNetwork(new Uint8Array([1, 2, 3]))).toBe(false);
      expect(without.lacksNetwork()).toBe(true);
      expect(without.loadNetwork(file(`./pkg/${game}.bin`))).toBe(true);
      const table = open(game, rules, level, "", engine);
      expect(table.lacksNetwork()).toBe(false);
      expect(played(table)).toBe(digest);
    });

for (const { game, rules, level, digest } of matches)
  test(`${game} goes on in the fast engine as it began in the other`, () => {
    const table = open(game, rules, level);
    if (table.lacksNetwork()) table.loadNetwork(file(`./pkg/${game}.bin`));
    for (let answers = 0; answers < 20; answers++) table.tick();
    const moved = fast.LocalTable.load(table.save());
    if (moved.lacksNetwork()) moved.loadNetwork(file(`./pkg/${game}.bin`));
    expect(moved.step()).toBe(20);
    expect(played(moved)).toBe(digest);
  });
