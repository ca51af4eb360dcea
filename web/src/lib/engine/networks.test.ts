// Networks answer in the browser exactly as they do natively.
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { GAMES } from "../games";
import { LocalTable, initSync } from "./pkg/eights";

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

const open = (game: string, rules: string, level: string, house = ""): LocalTable =>
  LocalTable.open(
    JSON.stringify({ game, rules, with: house, seed: "7", chairs: [{ bot: { level } }, { bot: { level } }] }),
  );

beforeAll(() => {
  initSync({ module: file("./pkg/eights_bg.wasm") });
});

/** The last digest of a match that the table plays to its end. */
function played(table: LocalTable): string | undefined {
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

for (const { game, rules, level, digest } of matches)
  test(`${game} is played as on every other machine, once the weights are loaded`, () => {
    expect(open(game, rules, "newcomer").usesNetwork()).toBe(false);
    const without = open(game, rules, level);
    expect([without.usesNetwork(), without.lacksNetwork()]).toEqual([true, true]);
    expect(played(without)).not.toBe(digest);

    expect(without.loadNetwork(new Uint8Array([1, 2, 3]))).toBe(false);
    expect(without.lacksNetwork()).toBe(true);
    expect(without.loadNetwork(file(`./pkg/${game}.bin`))).toBe(true);
    const table = open(game, rules, level);
    expect(table.lacksNetwork()).toBe(false);
    expect(played(table)).toBe(digest);
  });
