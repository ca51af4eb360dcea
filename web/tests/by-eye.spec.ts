// Each game can be finished by somebody who knows nothing but what is on the screen.
import { expect, test } from "@playwright/test";
import { playByEye, sitDown } from "../scripts/screen-player.mjs";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

for (const game of ["Crazy Eights", "Crazier Eights", "Crazy 8-Ball"]) {
  test(`${game}, by touch on a phone`, { tag: "@long" }, async ({ page }) => {
    await sitDown(page, "", game);
    // What a finger has read in the strip is not shown once more over the table.
    const large: string[] = [];
    const seen = async (): Promise<void> => void large.push(...(await page.locator(".peek").allTextContents()));
    expect(await playByEye(page, { touch: true, seen })).toBeGreaterThan(3);
    expect(large).toEqual([]);
    await expect(page.getByRole("button", { name: "Again, same table" })).toBeVisible();
  });
}
