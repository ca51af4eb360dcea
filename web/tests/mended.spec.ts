// Small things that were broken once: the end after a reload, deleting, the first visitor's console, Escape, words.
import { expect, test } from "@playwright/test";
import { deal, playMatch, prefer, watchErrors } from "./lib";

const quick = {
  game: "crazy-eights",
  rules: { "crazy-eights": "action" },
  seats: { "crazy-eights": 2 },
  level: "newcomer",
};

/** A shuffle that deals an eight to the person. */
const EIGHT_IN_HAND = 1;

test("after a reload the end of a finished game is still there, and its record can be deleted and brought back", async ({
  page,
}) => {
  await prefer(page, {}, quick);
  await deal(page);
  await playMatch(page);
  await page.reload();
  await expect(page.locator(".match-end")).toBeVisible();
  await expect(page.locator(".match-end h2")).toHaveText(/You win!|wins this one/);
  await expect(page.getByText("not here any more")).toHaveCount(0);
  await page.goto("/history");
  const match = page.locator("a[href^='/replay/local/']");
  await expect(match).toHaveCount(1);
  await page.getByRole("button", { name: /^Throw .* away$/ }).click();
  await expect(match).toHaveCount(0);
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await expect(match).toHaveCount(1);
  await page.getByRole("button", { name: /^Throw .* away$/ }).click();
  await expect(match).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Nothing played yet.")).toBeVisible();
});

test("the verdict about a shuffle stands beside the hands, not on them", async ({ page }) => {
  await prefer(page, {}, quick);
  await deal(page);
  await playMatch(page);
  await page.reload();
  await page.waitForURL(/\/replay\//);
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole("button", { name: "Verify this shuffle" }).click();
    await expect(page.locator(".verdict")).toContainText("It holds");
    const overlap = await page.evaluate(() => {
      const box = (query: string): DOMRect[] =>
        [...document.querySelectorAll(query)].map((one) => one.getBoundingClientRect());
      const [verdict] = box(".verdict");
      return box(".hands, .playback, .controls button, .controls select").filter(
        (other) =>
          verdict &&
          Math.min(verdict.bottom, other.bottom) - Math.max(verdict.top, other.top) > 1 &&
          Math.min(verdict.right, other.right) - Math.max(verdict.left, other.left) > 1,
      ).length;
    });
    expect(overlap, `at ${width}`).toBe(0);
  }
});

test("a first visitor's console has no refusals", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await prefer(page, {});
  for (const address of ["/", "/history", "/tables", "/settings"]) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
  }
  await page.goto("/");
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.waitForURL(/\/t\//);
  expect(errors).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("Escape closes the log", async ({ page }) => {
    await prefer(page, {}, quick);
    await deal(page);
    await expect(page.locator(".hand button").first()).toBeVisible();
    const show = page.getByRole("button", { name: "Show what happened" });
    if (!(await show.isVisible())) await page.getByRole("button", { name: "More" }).click();
    await show.click();
    const log = page.getByRole("complementary", { name: "What happened" });
    await expect(log).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(log).toHaveCount(0);
  });
});

test("Escape in a picker puts the card back", async ({ page }) => {
  const errors = watchErrors(page);
  await prefer(page, {}, quick, EIGHT_IN_HAND);
  await deal(page);
  await page.locator(".slot.can[data-card^='8']").click();
  await expect(page.locator(".last button").first()).toBeVisible();
  const cards = await page.locator(".hand button").count();
  await page.keyboard.press("Escape");
  await expect(page.locator(".last button")).toHaveCount(0);
  expect(await page.locator(".hand button").count()).toBe(cards);
  expect(errors).toEqual([]);
});
