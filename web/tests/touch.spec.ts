// On a touch screen the first tap on a card reads it; only the buttons below its text do something.
import { expect, type Locator, type Page } from "@playwright/test";
import { PHONE, deal, dealFor, openTable, prefer, sitDown, test } from "./lib";

test.use(PHONE);

/** Deals, and waits until a card of the hand can be used. */
async function dealOn(page: Page, game: string): Promise<void> {
  await prefer(page, {}, { game, seats: { [game]: 2 }, level: "newcomer" });
  await deal(page, game);
  const choose = page.getByRole("button", { name: "Take the solids" });
  const usable = page.locator(".slot.can, .slot.usable").first();
  await expect(usable.or(choose).first()).toBeVisible();
  if (await choose.isVisible()) await choose.tap();
  await expect(usable).toBeVisible();
}

/** Taps a card where no other card covers it. */
async function tapCard(page: Page, card: Locator): Promise<void> {
  const spot = await card.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    for (let y = top + 4; y < top + height; y += 6) {
      for (let x = left + 4; x < left + width; x += 6)
        if (button.contains(document.elementFromPoint(x, y))) return { x, y };
    }
    return null;
  });
  if (!spot) throw new Error("the card is covered");
  await page.touchscreen.tap(spot.x, spot.y);
}

const hand = (page: Page): Promise<(string | null)[]> =>
  page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));

for (const [game, act] of [
  ["crazier-eights", /^(Play|Discard)/],
  ["crazy-8-ball", /^(Throw|Lay|Close|Shoot|Swap)/],
] as const) {
  test(`${game}: the first tap reads a card, a button uses it`, async ({ page }) => {
    await dealOn(page, game);
    const before = await hand(page);
    const strip = page.locator(".strip");
    const cards = page.locator(".slot.can, .slot.usable");
    const card = await cards.first().getAttribute("data-card");
    await tapCard(page, cards.first());
    await expect(strip.locator(".shown b")).not.toBeEmpty();
    const name = await strip.locator(".shown b").textContent();
    if (game === "crazier-eights")
      expect((await strip.locator(".shown").textContent())?.length).toBeGreaterThan((name?.length ?? 0) + 10);
    for (const button of await strip.getByRole("button").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await page.waitForTimeout(500);
    expect(await hand(page)).toEqual(before);

    // The way back: a second tap, or a tap elsewhere.
    await tapCard(page, cards.first());
    await expect(strip).toHaveCount(0);
    await tapCard(page, cards.last());
    await expect(strip).toBeVisible();
    await page.locator(".ask .says").tap();
    await expect(strip).toHaveCount(0);
    expect(await hand(page)).toEqual(before);

    await tapCard(page, cards.first());
    await strip.getByRole("button", { name: act }).first().tap();
    await expect
      .poll(async () => (await hand(page)).filter((one) => one === card).length)
      .toBeLessThan(before.filter((one) => one === card).length);
  });
}

test("crazier-eights: a card that cannot be used can be read", async ({ person }) => {
  const [ada, ben] = [await person("Ada", PHONE), await person("Ben", PHONE)];
  await openTable(ada, { game: "crazier-eights", rules: "" });
  await sitDown(ben, ada);
  await dealFor(ada, ben);
  // In one's own turn any card may be played; in the turn of somebody else none, and that turn lasts as long as it is left alone.
  const isAsked = (page: Page): Promise<boolean> => page.locator(".bar.mine").isVisible();
  await expect.poll(async () => (await Promise.all([ada, ben].map(isAsked))).filter(Boolean).length).toBe(1);
  const waiting = (await isAsked(ada)) ? ben : ada;
  await expect(waiting.locator(".slot.can")).toHaveCount(0);
  await tapCard(waiting, waiting.locator(".slot").first());
  await expect(waiting.locator(".strip .shown b")).not.toBeEmpty();
});

test("crazy-eights: a tap plays at once", async ({ page }) => {
  await prefer(page, {}, { game: "crazy-eights", rules: { "crazy-eights": "basic" }, seats: { "crazy-eights": 2 } });
  await deal(page);
  await expect(page.locator(".bar.mine")).toBeVisible();
  const card = page.locator(".slot.can:not([data-card^='8'])").first();
  test.skip((await card.count()) === 0, "nothing fits in this deal");
  const before = await page.locator(".hand button").count();
  await tapCard(page, card);
  await expect(page.locator(".strip")).toHaveCount(0);
  await expect.poll(() => page.locator(".hand button").count()).not.toBe(before);
});
