// A whole game by keyboard, and what a screen reader announces.
import { expect, test } from "@playwright/test";
import { deal, playByKeys, playSome, prefer, reach } from "./lib";

test("from the first key to the last card", async ({ page }) => {
  await prefer(page, {}, { rules: { "crazy-eights": "action" }, seats: { "crazy-eights": 3 }, level: "newcomer" });
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the page" })).toBeFocused();
  await reach(page, "button.deal");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".hand button").first()).toBeVisible();
  await expect(page.locator(".table [role=status]")).toContainText(/Top card|turn/);
  await playByKeys(page);
});

test("letter shortcuts can be switched off", async ({ page }) => {
  await prefer(page, {}, { rules: { "crazy-eights": "score-race" }, seats: { "crazy-eights": 2 }, level: "newcomer" });
  await page.goto("/settings");
  await page.getByLabel("Single letters as shortcuts").uncheck();
  await deal(page);
  const sort = page.getByRole("button", { name: /^Sort by/ });
  const before = await sort.getAttribute("aria-label");
  await page.locator(".hand button").first().focus();
  await page.keyboard.press("s");
  await expect(sort).toHaveAttribute("aria-label", before ?? "");
  await expect(page.locator("[aria-keyshortcuts]")).toHaveCount(0);
  await page.goto("/settings");
  await page.getByLabel("Single letters as shortcuts").check();
  await page.goBack();
  await page.locator(".hand button").first().focus();
  await page.keyboard.press("s");
  await expect(sort).not.toHaveAttribute("aria-label", before ?? "");
});

test("a screen reader hears who has one card left, and what a hand counted", async ({ page }) => {
  await prefer(page, {}, { rules: { "crazy-eights": "score-race" }, seats: { "crazy-eights": 3 }, level: "newcomer" });
  await deal(page);
  await expect(page.locator(".hand button").first()).toBeVisible();
  // Everything that the live regions of the table ever say, with how urgent it is.
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const region of document.querySelectorAll(".table > [role=status], .table > [role=alert]"))
      new MutationObserver(() => heard.push(`${region.getAttribute("role")}: ${region.textContent}`)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  await playSome(page, 200, true);
  await expect(page.locator(".hand-end")).toBeVisible();
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join("\n"));
  await expect.poll(heard).toMatch(/^alert: .*one card left!/m);
  // The last moves are said before what they counted.
  await expect.poll(heard).toMatch(/^status: .*: \d+ points?, \d+ in all\./m);
});
