// The front page comes with the file and is brought to life by the script: nothing that is clicked before is lost.
import { expect, test, type Page } from "@playwright/test";
import { prefer, watchErrors } from "./lib";

/** Holds the script back; returns what lets it go. */
async function holdScript(page: Page): Promise<() => void> {
  let go = (): void => undefined;
  const held = new Promise<void>((done) => (go = done));
  await page.route(/\/assets\/first-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return go;
}

test("a game that is picked before the script has come stays picked", async ({ page }) => {
  const errors = watchErrors(page);
  const go = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.locator('.game:has(input[value="crazier-eights"])').click();
  go();
  await expect(page.locator("#rules")).toHaveText("Crazier Eights");
  await expect(page.locator('input[value="crazier-eights"]')).toBeChecked();
  expect(errors).toEqual([]);
});

test("a deal that is asked for before the script has come is dealt", async ({ page }) => {
  const go = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Deal" }).click();
  go();
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".hand button").first()).toBeVisible();
});

test("nothing moves on the front page before the script has come", async ({ page }) => {
  const go = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("button.deal")).toBeVisible();
  // Picking a game makes its cloth wider: at once before the script has come, with a transition afterwards.
  const widths = (game: string): Promise<number[]> =>
    page.evaluate((value) => {
      const input = document.querySelector<HTMLInputElement>(`input[value="${value}"]`)!;
      const width = (): number => input.closest(".cloth")!.getBoundingClientRect().width;
      const before = width();
      input.click();
      return [before, width()];
    }, game);
  const [before, after] = await widths("crazier-eights");
  expect(after).toBeGreaterThan(before! + 50);
  go();
  await expect(page.locator("html:not([data-still])")).toBeVisible();
  const [narrow, soon] = await widths("crazy-8-ball");
  expect(soon).toBeLessThan(narrow! + 50);
});

test("what was chosen last is never shown as something else", async ({ page }) => {
  await prefer(page, {}, { game: "crazy-8-ball" });
  const go = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("form.hero")).toBeHidden();
  go();
  await expect(page.locator('input[value="crazy-8-ball"]')).toBeChecked();
  await expect(page.locator("form.hero")).toBeVisible();
});

test("other pages and other languages do not show the English front page first", async ({ page }) => {
  const go = await holdScript(page);
  await page.goto("/settings", { waitUntil: "commit" });
  await expect(page.locator("form.hero")).toBeHidden();
  go();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(page.locator("form.hero")).toHaveCount(0);
});

test("a German front page is German from the start", async ({ page }) => {
  await prefer(page, { language: "de" });
  const go = await holdScript(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("form.hero")).toBeHidden();
  go();
  await expect(page.locator("button.deal")).toHaveText("Austeilen");
  await expect(page.locator("main")).toHaveCount(1);
});

test("script, style and typeface of the front page stay within 90 KB", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("button.deal")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check("16px Gabarito"))).toBe(true);
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter((one) => /\.(js|css|woff2)$/.test(one.name))
      .map((one) => ({ name: one.name, size: one.encodedBodySize })),
  );
  expect(sizes.filter(({ name }) => name.endsWith(".woff2"))).toHaveLength(1);
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(90_000);
});
