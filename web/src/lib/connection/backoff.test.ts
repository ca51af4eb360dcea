// The delay before reconnecting.
import { expect, test } from "vitest";
import { backoff } from "./backoff";

test("waits double and stay below a bound, whatever the luck", () => {
  expect(backoff(0, 0.5)).toBe(300);
  expect(backoff(1, 0.5)).toBe(600);
  for (let tries = 0; tries < 100; tries++) {
    for (const luck of [0, 0.3, 0.999]) {
      expect(backoff(tries, luck)).toBeGreaterThan(200);
      expect(backoff(tries, luck)).toBeLessThanOrEqual(12_500);
    }
  }
});
