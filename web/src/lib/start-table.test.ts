import { expect, test } from "vitest";
import { randomSeed, seatPlayers } from "./start-table";

test("people sit first, bots on the other chairs", () => {
  expect(seatPlayers(3, ["Ada"], "casual")).toEqual([
    { person: { name: "Ada" } },
    { bot: { level: "casual" } },
    { bot: { level: "casual" } },
  ]);
  expect(seatPlayers(2, ["Ada", "Ben", "Cleo"], "casual")).toHaveLength(2);
});

test("a seed is 64 hexadecimal digits and never the same", () => {
  expect(randomSeed()).toMatch(/^[0-9a-f]{64}$/);
  expect(randomSeed()).not.toBe(randomSeed());
});
