// Our server and its peers under the same move loop, in turn, so that a busy machine slows all of them:
// node compare.mjs --engine PATH [--reps 5] [--seconds 4]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const here = path.dirname(fileURLToPath(import.meta.url));
const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? usual : process.argv[at + 1];
};
const engine = option('engine', 'target/release/eights');
const reps = +option('reps', 5);
const seconds = +option('seconds', 4);
// Colyseus wants a newer Node than many machines have: npm brings one.
const node = path.join(here, 'node_modules', 'node', 'bin', 'node');

const lastLine = (text) => JSON.parse(text.trim().split('\n').findLast((line) => line.startsWith('{')));
const peer = (file, tables, seats) => () =>
  lastLine(execFileSync(node, [path.join(here, file), tables, seats, seconds].map(String), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
const ours = (tables, seats) => () =>
  lastLine(execFileSync(engine, ['load', '--serve', '--tables', tables, '--seats', seats, '--seconds', seconds, '--json'].map(String), { encoding: 'utf8' }));

// Who, what they may cost at most of the peer's CPU a move.
const duels = [
  { name: 'boardgame.io', tables: 10, seats: 4, file: 'boardgame.mjs', most: 0.1 },
  { name: 'boardgame.io', tables: 100, seats: 4, file: 'boardgame.mjs', most: 0.1 },
  { name: 'Colyseus', tables: 10, seats: 2, file: 'colyseus.mjs', most: 1 },
  { name: 'Colyseus', tables: 100, seats: 2, file: 'colyseus.mjs', most: 1 },
  { name: 'Colyseus', tables: 500, seats: 2, file: 'colyseus.mjs', most: 1 },
];
const cpu = (run) => run['server-cpu-us-per-move'];
const median = (values) => values.slice().sort((a, b) => a - b)[values.length >> 1];
const show = (name, runs) => {
  const all = runs.map(cpu);
  const moves = median(runs.map((run) => run['moves-per-s']));
  const [p50, p99] = ['p50-ms', 'p99-ms'].map((key) => median(runs.map((run) => run[key])));
  console.log(`  ${name.padEnd(14)} ${median(all).toFixed(1).padStart(7)} µs of server CPU a move [${Math.min(...all).toFixed(1)}..${Math.max(...all).toFixed(1)}], `
    + `${moves.toFixed(0)} moves/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
  return median(all);
};

let missed = 0;
for (const { name, tables, seats, file, most } of duels) {
  const [theirs, own] = [[], []];
  for (let rep = 0; rep < reps; rep++) {
    theirs.push(peer(file, tables, seats)());
    own.push(ours(tables, seats)());
  }
  console.log(`${tables} tables of ${seats}, ${reps} x ${seconds} s each, in turn; ours on disk before anybody is told, theirs never:`);
  const [them, us] = [show(name, theirs), show('eights', own)];
  const fine = us <= most * them;
  console.log(`  ratio          ${(us / them).toFixed(3)} (at most ${most}): ${fine ? 'ok' : 'MISSED'}; they cost ${(them / us).toFixed(1)} times as much\n`);
  missed += fine ? 0 : 1;
}
process.exit(missed ? 1 : 0);
