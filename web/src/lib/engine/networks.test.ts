// The network answers in the browser exactly as it does natively.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { LocalTable, initSync } from "./pkg/eights";

const file = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
const open = (level: string): LocalTable =>
  LocalTable.open(
    JSON.stringify({
      game: "crazy-eights",
      rules: "score-race",
      seed: "7",
      chairs: [{ bot: { level } }, { bot: { level } }],
    }),
  );

beforeAll(() => {
  initSync({ module: file("./pkg/eights_bg.wasm") });
});

/** The last digest of a match that the table plays to its end. */
function played(table: LocalTable): string | undefined {
  while (table.botIsAsked()) table.tick();
  return /.*"digest":"(\w+)"/s.exec(table.journal())?.[1];
}

test("networks play the same match as on every other machine, once their weights are loaded", () => {
  // The crate eights-local has the same test.
  const native = file("../../../../crates/eights-local/tests/networks.digest").toString().trim();
  expect(open("newcomer").usesNetwork()).toBe(false);
  const without = open("network");
  expect([without.usesNetwork(), without.lacksNetwork()]).toEqual([true, true]);
  expect(played(without)).not.toBe(native);

  expect(without.loadNetwork(new Uint8Array([1, 2, 3]))).toBe(false);
  expect(without.lacksNetwork()).toBe(true);
  expect(without.loadNetwork(file("./pkg/crazy-eights.bin"))).toBe(true);
  const table = open("network");
  expect(table.lacksNetwork()).toBe(false);
  expect(played(table)).toBe(native);
});
