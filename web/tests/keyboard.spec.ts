// A whole game without a mouse, and what a screen reader is told.
import { expect, test } from "@playwright/test";
import { playByKeys, prefer, reach } from "./lib";

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
