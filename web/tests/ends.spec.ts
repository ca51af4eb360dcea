// How hands and matches end: the sum flies to its winner, and one more match is at hand on a phone.
import { expect, test, type Page } from "@playwright/test";
import { deal, playMatch, playSome, prefer } from "./lib";

const choice = (rules: string, seats: number): Record<string, unknown> => ({
  game: "crazy-eights",
  rules: { "crazy-eights": rules },
  seats: { "crazy-eights": seats },
  level: "newcomer",
});

/** Notes where the sum flies to, by the middle of its last frame. */
async function watchSum(page: Page): Promise<() => Promise<{ to: string; delay: number } | null>> {
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (this.matches(".flying"))
        Object.assign(window, {
          flown: {
            to: String((frames as Keyframe[])[1]?.["transform"]),
            delay: Number((options as KeyframeAnimationOptions).delay),
          },
        });
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { flown?: { to: string; delay: number } }).flown ?? null);
}

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const)
  test(`at ${width} pixels the sum of a hand flies to whoever collects it`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const flown = await watchSum(page);
    await prefer(page, { speed: 0.25 }, choice("score-race", 2));
    await deal(page);
    let hand = 0;
    // A hand that nobody could finish has no sum.
    while ((await page.locator(".hand-end .all").count()) === 0 && hand++ < 4) {
      await playSome(page, 600, true);
      await expect(page.locator(".hand-end")).toBeVisible();
      if ((await page.locator(".hand-end .all").count()) === 0)
        await page.getByRole("button", { name: "Deal the next hand" }).click();
    }
    const seen = await flown();
    expect(seen).not.toBeNull();
    const [from, to] = await Promise.all(
      [".hand-end .total b", ".hand-end .head .face"].map((one) => page.locator(one).first().boundingBox()),
    );
    if (!from || !to || !seen) throw new Error("both are to be seen");
    const [, x = "", y = ""] = /translate\((.+)px, (.+)px\)/.exec(seen.to) ?? [];
    expect(Math.abs(from.x + from.width / 2 + Number(x) - to.x - to.width / 2)).toBeLessThan(24);
    expect(Math.abs(from.y + from.height / 2 + Number(y) - to.y - to.height / 2)).toBeLessThan(24);
  });

test("on a phone one more match can be pressed without scrolling, whoever won", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await prefer(page, { name: "Mia" }, choice("basic", 6));
  await deal(page);
  await playMatch(page, 800);
  await expect(page.getByRole("button", { name: "Again, same table" })).toBeInViewport({ ratio: 1 });
  // All else is above it or below, and can be reached.
  await page.getByRole("link", { name: "Another game" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("link", { name: "Another game" })).toBeInViewport({ ratio: 1 });
});
