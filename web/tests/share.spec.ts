// The end of a match as a picture, from a real game in a real browser.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { deal, playMatch, prefer, watchErrors } from "./lib";

const quick = {
  game: "crazy-eights",
  rules: { "crazy-eights": "action" },
  seats: { "crazy-eights": 2 },
  level: "newcomer",
};

for (const [game, width] of [
  ["crazy-eights", 1440],
  ["crazy-8-ball", 360],
] as const)
  test(`the end of a match of ${game} can be shared as a picture at ${width}`, { tag: "@long" }, async ({ page }) => {
    const errors = watchErrors(page);
    await page.setViewportSize({ width, height: 800 });
    await prefer(page, { name: "Mia" }, { ...quick, game });
    await deal(page, game);
    await playMatch(page, 3000);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Share" }).click();
    const file = readFileSync((await (await saved).path()) ?? "");
    // A PNG says in its head how large it is.
    expect(file.subarray(1, 4).toString()).toBe("PNG");
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(file.length).toBeGreaterThan(30_000);
    await expect(page.locator(".toasts")).toContainText("downloads");
    // Nothing of it stays on the page.
    await expect(page.locator(".picture")).toHaveCount(0);
    expect(errors).toEqual([]);
  });

test("where the device shares files, it is handed the picture", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: (data: ShareData) => {
        Object.assign(window, { shared: data.files?.[0]?.type, text: data.text });
        return Promise.resolve();
      },
    });
  });
  await prefer(page, { name: "Mia" }, quick);
  await deal(page);
  await playMatch(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { shared?: string }).shared)).toBe("image/png");
});
