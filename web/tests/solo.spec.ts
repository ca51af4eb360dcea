// A solo game with the network off, kept over a reload, finished, watched again and verified.
import { expect, test } from "@playwright/test";
import { deal, playByKeys, playSome, prefer, watchErrors } from "./lib";

const quick = { game: "crazy-eights", rules: { "crazy-eights": "action" }, seats: { "crazy-eights": 2 }, level: "newcomer" };

test("without a network: dealt, left, gone on with, won or lost, replayed and verified", async ({ page, context }) => {
  const errors = watchErrors(page);
  await prefer(page, {}, quick);
  await page.goto("/");
  // The service worker has everything before the network goes.
  await page.evaluate(async () => {
    const ready = await navigator.serviceWorker.ready;
    if (ready.active?.state !== "activated") await new Promise((done) => ready.active?.addEventListener("statechange", done, { once: true }));
  });
  await context.setOffline(true);
  await page.reload();
  await deal(page);
  // The bot may begin and make the person draw: the hand stays the same only once the person is asked.
  await expect(page.locator(".bar.mine")).toBeVisible();

  // A page that was closed finds the game as it was.
  const hand = await page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
  await page.reload();
  await expect(page.locator(".hand button")).toHaveCount(hand.length);
  expect(await page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")))).toEqual(hand);
  await page.goto("/");
  await page.getByRole("button", { name: /Crazy Eights · Action cards/ }).click();
  await expect(page.locator(".hand button")).toHaveCount(hand.length);

  await playByKeys(page);
  await page.goto("/history");
  await page.locator("a[href^='/replay/local/']").first().click();
  await expect(page.getByText(/^Step 0 of \d+/)).toBeVisible();
  await page.getByRole("button", { name: "Verify this shuffle" }).click();
  await expect(page.locator(".verdict.ok")).toContainText("It holds");
  await page.getByRole("button", { name: "To the end" }).click();
  const all = await page.getByRole("slider").getAttribute("max");
  await expect(page.getByText(`Step ${all} of ${all}`)).toBeVisible();
  expect(errors).toEqual([]);
});

test("a replay is stepped, seen from a seat, and gone on with", async ({ page }) => {
  await prefer(page, {}, quick);
  await deal(page);
  await playByKeys(page);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("button", { name: "Next step" }).click();
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText(/^Step 2 of/)).toBeVisible();
  await page.getByLabel("Seen by").selectOption("B");
  await page.getByRole("button", { name: "Go on from here" }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".hand button").first()).toBeVisible();
});

test("what happened is still told after a reload", async ({ page }) => {
  await prefer(page, {}, quick);
  await deal(page);
  const lines = page.locator(".log li p");
  await expect(lines.first()).toBeVisible();
  await playSome(page, 4);
  await expect(page.locator(".bar.mine")).toBeVisible();
  const told = await lines.allTextContents();
  expect(told.length).toBeGreaterThan(3);
  await page.reload();
  await expect(page.locator(".bar.mine")).toBeVisible();
  // An answer may have been on its way: what was told before is told again, in the same order.
  await expect.poll(async () => (await lines.allTextContents()).slice(0, told.length)).toEqual(told);
});

test("pass and play covers the cards between two people", async ({ page }) => {
  await prefer(page, {}, { ...quick, people: 2, names: ["Ben"] });
  await deal(page);
  await expect(page.locator(".curtain")).toBeVisible();
  await expect(page.locator(".hand")).toHaveCount(0);
  await playByKeys(page, 800);
});
