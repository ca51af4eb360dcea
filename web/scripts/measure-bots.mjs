// Measures how long a master thinks in an engine of the page, in Node, which runs WebAssembly as Chromium does:
// node scripts/measure-bots.mjs [MATCHES] [fast|eights]. Ends with 1 when the slowest hundredth takes longer than the bound.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

const BOUND = 25;
const MATCHES = Number(process.argv[2] ?? 12);
/** The engine in which strong bots run, or the one that is fetched before the first deal. */
const ENGINE = process.argv[3] ?? "fast";
const file = (name) => readFileSync(new URL(`../src/lib/engine/pkg/${name}`, import.meta.url));
const tenth = (value) => Math.round(value * 10) / 10;

const { LocalTable, initSync } = await import(`../src/lib/engine/pkg/${ENGINE}.js`);
initSync({ module: file(`${ENGINE}_bg.wasm`) });
let late = false;
for (const [game, rules] of [
  ["crazy-eights", "openspiel"],
  ["crazy-eights", "action"],
  ["crazy-eights", "pesten"],
  ["crazier-eights", "standard"],
  ["crazy-8-ball", "standard"],
]) {
  const times = [];
  for (let match = 0; match < MATCHES; match++) {
    const bot = { bot: { level: "master" } };
    const table = LocalTable.open(JSON.stringify({ game, rules, with: "", seed: String(match), chairs: [bot, bot] }));
    if (table.lacksNetwork()) table.loadNetwork(new Uint8Array(file(`${game}.bin`)));
    while (table.botIsAsked()) {
      const began = performance.now();
      table.tick();
      times.push(performance.now() - began);
    }
    table.free();
  }
  // An answer without a choice takes no thought.
  const thoughts = times.filter((time) => time > 0.5).sort((a, b) => a - b);
  const mean = thoughts.reduce((sum, time) => sum + time, 0) / thoughts.length;
  const p99 = thoughts[Math.floor(0.99 * thoughts.length)];
  const ok = p99 <= BOUND;
  late ||= !ok;
  console.log(
    `${ok ? "ok  " : "OVER"} master, ${`${game} ${rules}`.padEnd(24)} ${thoughts.length} answers, mean ${tenth(mean)} ms, p99 ${tenth(p99)} ms  (at most ${BOUND})`,
  );
}
process.exitCode = late ? 1 : 0;
