// Solo games: kept over a reload, watched again, gone on with, passed round.
import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe";
import { deal, playMatch, playSome, prefer } from "./lib";

const quick = {
  game: "crazy-eights",
  rules: { "crazy-eights": "action" },
  seats: { "crazy-eights": 2 },
  level: "newcomer",
};

test("a replay is stepped, seen from a seat, and gone on with", async ({ page }) => {
  await prefer(page, {}, quick);
  await deal(page);
  await playMatch(page);
  await page.getByRole("button", { name: "Replay" }).click();
  // The record is read first.
  await expect(page.getByText(/^Step 0 of [1-9]/)).toBeVisible();
  // The bot has its animal's face here too, and the person a letter.
  await expect(page.locator(".face:not(.letter) svg").first()).toBeVisible();
  await page.getByRole("button", { name: "Next step" }).click();
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText(/^Step 2 of/)).toBeVisible();
  await page.getByLabel("Seen by").selectOption("B");
  await page.getByRole("button", { name: "Go on from here" }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".hand button").first()).toBeVisible();
});

test("a replay jumps by turn and by hand", { tag: "@long" }, async ({ page }) => {
  await prefer(page, {}, { ...quick, rules: { "crazy-eights": "score-race" } });
  await deal(page);
  await playMatch(page, 2000);
  await page.reload();
  await page.waitForURL(/\/replay\//);
  const at = async (): Promise<number> =>
    Number(/^Step (\d+)/.exec((await page.getByText(/^Step \d+ of/).textContent()) ?? "")?.[1]);
  await expect.poll(at).toBeGreaterThan(0);
  const end = await at();
  await page.getByRole("button", { name: "To the start" }).click();
  await expect.poll(at).toBe(0);
  await page.getByRole("button", { name: "Next turn" }).click();
  await expect.poll(at).toBeGreaterThan(0);
  const first = await at();
  await page.keyboard.press("PageDown");
  await expect.poll(at).toBeGreaterThan(first);
  await page.keyboard.press("PageUp");
  await expect.poll(at).toBe(first);
  const hand = page.getByLabel("Hand", { exact: true });
  await expect(hand.locator("option").nth(1)).toBeAttached();
  await hand.selectOption("2");
  await expect.poll(at).toBeGreaterThan(first);
  expect(await at()).toBeLessThan(end);
});

test("the log survives a reload", async ({ page }) => {
  await prefer(page, {}, quick);
  await deal(page);
  const lines = page.locator(".log li p");
  await playSome(page, 4);
  await expect(page.locator(".bar.mine")).toBeVisible();
  await page.getByRole("button", { name: "Show what happened" }).click();
  await expect(lines.first()).toBeVisible();
  const told = await lines.allTextContents();
  expect(told.length).toBeGreaterThan(3);
  await page.reload();
  await expect(page.locator(".bar.mine")).toBeVisible();
  await page.getByRole("button", { name: "Show what happened" }).click();
  // An answer may have been pending: the earlier lines must still be there, in the same order.
  await expect.poll(async () => (await lines.allTextContents()).slice(0, told.length)).toEqual(told);
});

test("pass and play covers the cards between two people", async ({ page }) => {
  await prefer(page, {}, { ...quick, people: 2, names: ["Ben"] });
  await deal(page);
  await expect(page.locator(".curtain")).toBeVisible();
  await expect(page.locator(".hand")).toHaveCount(0);
  await expect(page.locator(".curtain h2")).toHaveText(/^(Player 1|Ben), it is your turn$/);
  await expectAccessible(page, "the curtain between two people");
  await playMatch(page, 800);
});
