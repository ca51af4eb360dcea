// With the browser's text size at 200 %: pages fit a phone, and a table can be played on phone and desk.
import { expect, test, type Page } from "@playwright/test";
import { args, executablePath } from "../scripts/browser.mjs";
import { deal, playSome, prefer } from "./lib";

test.use({ launchOptions: { executablePath, args: [...args, "--blink-settings=defaultFontSize=32"] } });

const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const address of [
  "/",
  "/tables",
  "/rules",
  "/rules/crazy-eights",
  "/rules/crazy-eights/score-race",
  "/rulebook/crazy-eights/wild-cards",
  "/compose/crazy-eights/score-race",
  "/history",
  "/settings",
]) {
  test(`${address} fits 390 px`, async ({ page }) => {
    await prefer(page, {});
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address);
    await expect(page.locator("h1").first()).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    // Half a page always fits.
    await page.waitForLoadState("networkidle");
    await expect.poll(() => tooWide(page)).toBe(0);
  });
}

for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"]) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    test(`a table of ${game} can be played at ${width} px`, async ({ page }) => {
      await prefer(page, {}, { game, seats: { [game]: 2 }, level: "newcomer" });
      await page.setViewportSize({ width, height });
      await deal(page, game);
      await expect(page.locator(".hand button").first()).toBeVisible();
      await expect.poll(() => tooWide(page)).toBe(0);
      // Hand, question and piles are on the screen, none of them cut off at its lower edge.
      for (const part of [".hand", ".ask", ".felt"]) {
        const box = await page.locator(part).first().boundingBox();
        if (!box) throw new Error(`${part} is not there`);
        expect(box.height, part).toBeGreaterThan(60);
        expect(box.y, part).toBeGreaterThanOrEqual(-1);
      }
      // What lies on the table does not lie on the question.
      const [piles, ask] = [page.locator(".stock").first(), page.locator(".ask")];
      const [above, below] = [await piles.boundingBox(), await ask.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0), "piles").toBeLessThanOrEqual(below?.y ?? 0);
      await playSome(page, 4);
    });
  }
}
