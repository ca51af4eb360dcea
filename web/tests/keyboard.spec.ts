// A whole game without a mouse, and what a screen reader is told.
import { expect, test } from "@playwright/test";
import { deal, playByKeys, prefer, reach } from "./lib";

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

test("letters are no shortcuts for whoever switches them off", async ({ page }) => {
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
