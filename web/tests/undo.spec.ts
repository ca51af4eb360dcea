// Taking back against bots: over several of their moves, over the end of a hand, and while a card is shown or flies.
import { expect, test, type Page } from "@playwright/test";
import { deal, playSome, prefer, pressUntil, watchErrors } from "./lib";

const race = {
  game: "crazy-eights",
  rules: { "crazy-eights": "score-race" },
  seats: { "crazy-eights": 3 },
  level: "newcomer",
};

const hand = (page: Page): Promise<(string | null)[]> =>
  page
    .locator(".hand button")
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute("data-card")).sort((a, b) => (a ?? "").localeCompare(b ?? "")),
    );

/** It is the reader's turn and nothing is on its way. */
async function asked(page: Page): Promise<void> {
  await expect(page.locator(".bar.mine")).toBeVisible();
  await expect(page.locator('.table[aria-busy="true"]')).toHaveCount(0);
}

test("a move is taken back together with all that the bots did after it", async ({ page }) => {
  const errors = watchErrors(page);
  await prefer(page, {}, race);
  await deal(page);
  await asked(page);
  const before = await hand(page);
  const others = await page.locator(".seat .count").allTextContents();
  await playSome(page, 1);
  await expect.poll(() => hand(page)).not.toEqual(before);
  await asked(page);
  await page.keyboard.press("z");
  await expect.poll(() => hand(page)).toEqual(before);
  await expect(page.locator(".bar .note")).toContainText("You took back: You");
  await expect(page.locator(".table > [role=status]")).toContainText("You took back");
  expect(await page.locator(".seat .count").allTextContents()).toEqual(others);
  await asked(page);
  // And on it goes.
  await playSome(page, 3);
  expect(errors).toEqual([]);
});

test("the end of a hand can be taken back, with the button and with the key", async ({ page }) => {
  await prefer(page, {}, race);
  await deal(page);
  for (const take of [
    () => page.locator(".hand-end").getByRole("button", { name: "Undo" }).click(),
    () => page.keyboard.press("z"),
  ]) {
    await playSome(page, 200, true);
    await expect(page.locator(".hand-end")).toBeVisible();
    await take();
    await expect(page.locator(".hand-end")).toHaveCount(0);
    await expect(page.locator(".hand button").first()).toBeVisible();
    await asked(page);
    await expect(page.locator(".bar .note")).toContainText("You took back");
  }
  // The first move of the next hand: the end of the one before is not shown once more.
  await playSome(page, 200, true);
  await page.getByRole("button", { name: "Deal the next hand" }).click();
  await asked(page);
  const cards = await hand(page);
  await playSome(page, 1);
  await expect.poll(() => hand(page)).not.toEqual(cards);
  await asked(page);
  await page.keyboard.press("z");
  await expect.poll(() => hand(page)).toEqual(cards);
  await expect(page.locator(".hand-end")).toHaveCount(0);
});

test("what flies or is shown large goes away", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await prefer(page, { speed: 1 }, { game: "crazier-eights", seats: { "crazier-eights": 3 }, level: "casual" });
  await deal(page, "crazier-eights");
  await expect(page.locator(".hand.settled")).toBeVisible();
  const presented = page.locator(".presented");
  // A card that a bot plays before the reader has answered anything has nothing to be taken back before it.
  await pressUntil(page, [".presented .on"], ".bar.mine .answer");
  const before = await hand(page);
  await pressUntil(page, [".answer", ".tray button", ".seat .pick"], ".presented");
  await expect(presented).toBeVisible();
  await page.keyboard.press("z");
  await expect(presented).toHaveCount(0);
  await expect(page.locator(".ghost")).toHaveCount(0);
  await expect(page.locator(".thread")).toHaveCount(0);
  await expect.poll(() => hand(page)).toEqual(before);
  await asked(page);
});

test("the end of a match can be taken back, and is then not among the finished ones", async ({ page }) => {
  await prefer(page, {}, { ...race, rules: { "crazy-eights": "action" }, seats: { "crazy-eights": 2 } });
  await deal(page);
  await playSome(page, 400);
  const end = page.locator(".match-end");
  await expect(end).toBeVisible();
  await end.getByRole("button", { name: "Undo" }).click();
  await expect(end).toHaveCount(0);
  await asked(page);
  await page.goto("/history");
  await expect(page.locator("a[href^='/replay/local/']")).toHaveCount(0);
});
