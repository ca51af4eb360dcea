// Exponential backoff with jitter, at most ten seconds.

export function backoff(tries: number, luck = Math.random()): number {
  const longest = 10_000;
  const whole = Math.min(longest, 300 * 2 ** Math.min(tries, 10));
  return Math.round(whole * (0.75 + luck / 2));
}
