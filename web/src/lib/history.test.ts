import { expect, test } from "vitest";
import { tally, type Played } from "./history";

test("matches add up; shared screens count as played only", () => {
  const one = (won: boolean | null): Played => ({
    id: "",
    where: "local",
    at: 0,
    game: "g",
    title: "",
    names: [],
    won,
    winners: [],
    points: {},
    steps: 0,
  });
  expect(tally([one(true), one(false), one(null)])).toEqual({ g: { played: 3, counted: 2, won: 1 } });
});
