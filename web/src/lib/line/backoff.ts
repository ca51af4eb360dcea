// How long to wait before trying again: doubling, never longer than ten seconds, a little different for everybody.

export function backoff(tries: number, luck = Math.random()): number {
  const longest = 10_000;
  const whole = Math.min(longest, 300 * 2 ** Math.min(tries, 10));
  return Math.round(whole * (0.75 + luck / 2));
}
