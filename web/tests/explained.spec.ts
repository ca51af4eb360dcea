// At the table, too, a card of Crazier Eights can be asked what it means: sentence by sentence, and what is easily forgotten.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { deal, prefer, pressUntil } from "./lib";

const CHOICE = { game: "crazier-eights", seats: { "crazier-eights": 2 }, level: "newcomer" };

async function dealOn(page: Page, settings: Record<string, unknown> = {}): Promise<void> {
  await prefer(page, settings, CHOICE);
  await deal(page, "crazier-eights");
  await expect(page.locator(".hand.settled")).toBeVisible();
}

/** Every sentence is explained when it is asked for. */
async function askAll(page: Page, name: string): Promise<void> {
  const book = page.getByRole("dialog", { name, exact: true });
  for (const sentence of await book.locator(".sentence").all()) {
    await sentence.click();
    await expect(sentence).toHaveAttribute("aria-expanded", "true");
    await expect(book.getByRole("status").locator("li").first()).not.toBeEmpty();
  }
  await expect(book.getByRole("heading", { name })).toBeVisible();
}

test.describe("on a desk", () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test("a card that was clicked is explained, and no key plays anything meanwhile", async ({ page }) => {
    await dealOn(page);
    const before = await page.locator(".slot").count();
    await page.locator(".slot.can").first().click();
    const box = page.getByRole("dialog", { name: "What with it?" });
    const name = (await box.locator(".shown b").textContent()) ?? "";
    await box.getByRole("button", { name: "What does it mean?" }).click();
    await askAll(page, name);
    for (const key of ["p", "d", "e", "1", " "]) await page.keyboard.press(key);
    await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name, exact: true })).toHaveCount(0);
    // The card is still in the hand, and can still be played.
    expect(await page.locator(".slot").count()).toBe(before);
    await expect(box).toBeVisible();
  });

  test("the explanation is accessible in both themes and at all sizes", async ({ page }) => {
    await dealOn(page);
    await page.locator(".slot.can").first().click();
    await page.getByRole("button", { name: "What does it mean?" }).click();
    await expect(page.locator("dialog[open]").getByRole("status").locator("li").first()).not.toBeEmpty();
    await expectAccessible(page, "the explanation of a card");
  });

  test("a card that somebody plays waits for whoever asks what it means", async ({ page }) => {
    await dealOn(page, { speed: 1 });
    await pressUntil(page, [".answer", ".tray button", ".seat .pick"], ".presented .explain", { press: true });
    const book = page.locator("dialog[open]");
    await expect(book.getByRole("status").locator("li").first()).not.toBeEmpty();
    await page.keyboard.press("Escape");
    await expect(book).toHaveCount(0);
    await page.waitForTimeout(4000);
    await expect(page.locator(".presented")).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "de-DE" });

  test("a card in the reading strip is explained, in German", async ({ page }) => {
    await prefer(page, { language: "de" }, CHOICE);
    await page.goto("/");
    await page.getByRole("button", { name: "Austeilen" }).click();
    await expect(page.locator(".hand.settled")).toBeVisible();
    await page.locator(".slot").first().tap();
    const strip = page.locator(".strip");
    const name = (await strip.locator(".shown b").textContent()) ?? "";
    await strip.getByRole("button", { name: "Was heißt das?" }).tap();
    await askAll(page, name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole("button", { name: "Schließen" }).tap();
    await expect(page.locator("dialog[open]")).toHaveCount(0);
    await expect(strip).toBeVisible();
  });
});
