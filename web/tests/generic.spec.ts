// A game that the page has no folder for: the example game of the real server, drawn from its views and offers alone.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { openTable, playMatch, playSome, prefer, watchErrors } from "./lib";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

/** Opens a table of the example game with a bot, comes to it by its link, and deals. No menu lists this game. */
async function dealExample(page: Page): Promise<void> {
  await prefer(page, { name: "Ada" });
  await openTable(page, { game: "last-match", rules: "", bots: { B: "newcomer" } });
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
}

/** Axe finds nothing in both themes, and the page is not wider than the window. */
async function expectFits(page: Page, { width, height }: (typeof SIZES)[number], where: string): Promise<void> {
  await expectAccessible(page, where, [
    [width, height, "light"],
    [width, height, "dark"],
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0);
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(
      "a whole match of the example game is played by keyboard, and axe finds nothing",
      { tag: "@long" },
      async ({ page }) => {
        const errors = watchErrors(page);
        await dealExample(page);
        await expect(page.locator(".table.last-match .board")).toHaveAttribute("aria-label", "Board");
        await expect(page.locator('.place[data-place="discard"] .one')).toHaveCount(1);
        await expect(page.locator(".bar.mine")).toBeVisible();
        await expectFits(page, viewport, "after the deal");
        if (!(await playSome(page, 3))) await playMatch(page, 1500);
        await expect(page.locator(".match-end")).toBeVisible();
        await expectFits(page, viewport, "at the end");
        expect(errors).toEqual([]);
      },
    );
  });
}
