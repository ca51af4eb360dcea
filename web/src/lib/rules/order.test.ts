import { expect, test } from "vitest";
import { chaptersOf, plainTitle } from "./order";
import { pagesOf } from "./pages";

for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"]) {
  test(`${game} is taught from setting up, and every page is found once`, async () => {
    const pages = (await pagesOf(game, "en")) ?? [];
    const { learn, more, cards, curious } = chaptersOf(pages);
    expect(learn[0]?.title).toBe("Setting up");
    expect(learn.length).toBeGreaterThan(6);
    expect([...learn, ...more, ...cards, ...curious].map(({ name }) => name).sort()).toEqual(
      pages.map(({ name }) => name).sort(),
    );
    expect([...learn, ...more].map(({ title }) => title)).not.toContain("Old bugs");
  });
}

test("a title does not name the file of a rule set", () => {
  expect(plainTitle("Twos, fours and jacks (score-race)")).toBe("Twos, fours and jacks");
  expect(plainTitle("A turn")).toBe("A turn");
});
