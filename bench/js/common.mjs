// What both peers share: the server is a child process that tells its own CPU, the clients are here.
import { fork } from 'node:child_process';

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// Answers the parent's questions in the server's process.
export function serveStats(counted = () => ({})) {
  process.on('message', (message) => {
    if (message === 'stat') {
      const cpu = process.cpuUsage();
      process.send({ cpu: (cpu.user + cpu.system) / 1e6, rss: process.memoryUsage().rss, ...counted() });
    }
    if (message === 'quit') process.exit(0);
  });
}

// Starts this file once more as the server.
export async function startServer(url) {
  const child = fork(new URL(url), ['--server'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ask = (message) => new Promise((answer) => { child.once('message', answer); if (message) child.send(message); });
  await ask();
  return { stat: () => ask('stat'), quit: () => child.send('quit') };
}

// Measures for so many seconds and prints one JSON object.
export async function measure(peer, tables, seats, seconds, server, moves, waits) {
  await sleep(1500);
  waits.length = 0;
  const [before, first, began] = [await server.stat(), moves(), performance.now()];
  await sleep(seconds * 1000);
  const [after, last, took] = [await server.stat(), moves(), (performance.now() - began) / 1000];
  const n = (after.moves ?? last) - (before.moves ?? first);
  const sorted = waits.slice().sort((a, b) => a - b);
  console.log(JSON.stringify({
    peer, tables, seats, seconds: took, moves: n, 'moves-per-s': n / took,
    'server-cpu-us-per-move': (1e6 * (after.cpu - before.cpu)) / n,
    'p50-ms': sorted[sorted.length >> 1], 'p99-ms': sorted[Math.floor(sorted.length * 0.99)],
    'server-mib': after.rss / 1048576,
  }));
  server.quit();
  await sleep(100);
  process.exit(0);
}
