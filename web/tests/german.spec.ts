// The page in German: what the engine says in English does not reach the player as English.
import { expect, test, type Page } from "@playwright/test";
import { prefer } from "./lib";

const german = { language: "de", speed: 0 };

async function sit(page: Page, game: string): Promise<void> {
  await page.goto("/");
  await page.locator(`.game:has(input[value="${game}"])`).click();
  await page.getByRole("button", { name: "Austeilen" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
}

test("a refused card and a hint are explained in German", async ({ page }) => {
  await prefer(page, german, {
    rules: { "crazy-eights": "score-race" },
    seats: { "crazy-eights": 2 },
    level: "newcomer",
  });
  await sit(page, "crazy-eights");
  const refused = page.locator(".hand button", { hasText: "nicht spielbar" }).first();
  await refused.click();
  await expect(page.locator(".note.why")).toHaveText(/passt|passen|ist am Zug|Du musst/);
  await expect(page.locator(".bar.mine")).toBeVisible();
  await page.getByRole("button", { name: "Tipp" }).click();
  await expect(page.locator(".note.hint")).toHaveText(/^Tipp: .* (Das .*\. Von 100|Mehr kannst du)/);
});

test("a card of Crazier Eights says in German what it does", async ({ page }) => {
  await prefer(page, german);
  await sit(page, "crazier-eights");
  const card = page.locator(".hand button").first();
  await expect(card.locator(".text")).toHaveText(/du|deine|Karte|Gut/);
  await expect(card.locator(".foot .long")).toHaveText(/Gut|Ereignis/);
});

for (const address of [
  "/",
  "/rules",
  "/rules/crazy-eights/pickup",
  "/compose/crazy-eights/action",
  "/compose/crazier-eights/standard",
  "/rules/crazy-8-ball/standard",
  "/rulebook/crazier-eights/turn",
  "/rulebook/crazy-8-ball/cards",
]) {
  test(`nothing is marked as English on ${address}`, async ({ page }) => {
    await prefer(page, german);
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.locator("main")).toContainText(/Karten/);
    await expect(page.locator("main [lang=en]")).toHaveCount(0);
  });
}
