// A house rule composed, shared as a link, opened in another browser, and played.
import { expect, test } from "@playwright/test";
import { prefer } from "./lib";

test("composed, checked at the field, shared, opened elsewhere and played", async ({ page, browser }) => {
  await prefer(page, {});
  await page.goto("/compose/crazy-eights/action");
  await page.getByLabel("Name", { exact: true }).fill("Grandma's rules");
  const cards = page.locator("[id='deal.with-more-packs']");
  await cards.fill("31");
  await cards.press("Tab");
  await expect(page.locator("[id='deal.with-more-packs-wrong'] .wrong")).toBeVisible();
  await expect(page.getByRole("button", { name: "Play now" })).toBeDisabled();
  await cards.fill("9");
  await cards.press("Tab");
  await expect(page.locator("[id='deal.with-more-packs-wrong'] .wrong")).toHaveCount(0);
  await page.locator("[id='turn.draw']").selectOption({ label: "Until playable" });
  await expect(page.locator("aside .is").first()).toBeVisible();
  await page.getByRole("button", { name: "Share as a link" }).click();
  const link = await page.getByLabel("Link that carries the rules").inputValue();
  expect(new URL(link).hash).toMatch(/^#z=[\w-]+$/);

  const other = await browser.newContext({ locale: "en-GB" });
  const friend = await other.newPage();
  await prefer(friend, {});
  await friend.goto(link);
  await expect(friend.getByRole("heading", { level: 1 })).toHaveText("Grandma's rules");
  await friend.getByRole("button", { name: "Play now" }).click();
  await friend.waitForURL(/\/play\//);
  await expect(friend.locator(".hand button").first()).toBeVisible();
  await expect(friend.getByRole("heading", { level: 1 })).toHaveText("Grandma's rules");
  await other.close();
});

test("a broken link has a way on", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/house/crazy-eights#z=abc");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("carries no rules");
  await page.getByRole("link", { name: "Rules", exact: true }).last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rules");
});

test("an example of the rulebook is played step by step", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rulebook/crazy-eights/wild-cards");
  await page.getByRole("button", { name: "Play this example" }).first().click();
  await expect(page.locator("figure .hand button").first()).toBeVisible();
  await page.getByRole("button", { name: "Next step" }).click();
  await expect(page.locator("figcaption .say")).toContainText("8C");
});

test("the rulebook is in German for who reads German, and its examples play there too", async ({ page }) => {
  await prefer(page, { language: "de" });
  await page.goto("/rulebook/crazy-eights/wild-cards");
  await expect(page).toHaveTitle("Wunschkarten – Eights");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wunschkarten");
  await expect(page.locator("main [lang=en]")).toHaveCount(0);
  await page.getByRole("button", { name: "Dieses Beispiel spielen" }).first().click();
  await expect(page.locator("figure .hand button").first()).toBeVisible();
  await page.getByRole("button", { name: "Nächster Zug" }).click();
  await expect(page.locator("figcaption .say")).toContainText("8C");
  await page.getByRole("link", { name: "Ein Zug", exact: true }).click();
  await expect(page).toHaveTitle("Ein Zug – Eights");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ein Zug");
});
