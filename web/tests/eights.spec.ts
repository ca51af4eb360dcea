// The table of Crazy Eights: what it shows at a glance, hints, and the end of a hand.
import { expect, test, type Page } from "@playwright/test";
import { deal, playSome, prefer, watchErrors } from "./lib";

const race = (seats: number) => ({
  game: "crazy-eights",
  rules: { "crazy-eights": "score-race" },
  seats: { "crazy-eights": seats },
  level: "newcomer",
});

/** A shuffle after which two bots lay twos: the person owes four. */
const OWES_FOUR = 25;

/** Plays until a hand has ended. */
async function toEndOfHand(page: Page): Promise<void> {
  await playSome(page, 200, true);
  await expect(page.locator(".hand-end")).toBeVisible();
}

test("the table shows what is owed, which way play goes, and how far everybody is from the target", async ({
  page,
}) => {
  await prefer(page, {}, race(3), OWES_FOUR);
  await deal(page);
  await expect(page.locator(".bar.mine")).toBeVisible();
  await expect(page.locator(".stamp")).toHaveText("you owe4");
  await expect(page.getByRole("img", { name: "Play goes clockwise" })).toBeVisible();
  await expect(page.locator(".host")).toContainText("playing to 150 points · hand 1");
  await expect(page.locator(".seat .sr").first()).toContainText("0 of 150 points");
  await expect(page.locator(".bar.mine")).toContainText("0 of 150 points");
  // The last sentences lie on the cloth.
  await expect(page.locator(".said p")).toHaveCount(3);
});

test("bots have faces, people have letters", async ({ page }) => {
  await prefer(page, { name: "Mia" }, race(3));
  await deal(page);
  await expect(page.locator(".seat .face svg")).toHaveCount(2);
  await expect(page.locator(".bar .me")).toHaveText(/^M/);
});

test("cards that cannot be played are not greyed, those that can stand higher and have a tick", async ({ page }) => {
  await prefer(page, {}, race(2));
  await deal(page);
  // Until all cards have flown to the hand, some have no face yet.
  await expect(page.locator(".hand.settled .can").first()).toBeVisible();
  const looks = await page.locator(".hand .slot").evaluateAll((all) =>
    all.map((one) => {
      const lift = one.querySelector(".lift") as HTMLElement;
      return {
        can: one.classList.contains("can"),
        raised: new DOMMatrix(getComputedStyle(lift).transform).f < -10,
        tick: getComputedStyle(lift, "::after").content !== "none",
        veil: getComputedStyle(lift, "::before").content !== "none",
      };
    }),
  );
  for (const look of looks) expect(look).toEqual({ can: look.can, raised: look.can, tick: look.can, veil: false });
});

for (const [width, height] of [
  [1440, 900],
  [360, 740],
] as const) {
  test(`a hint marks something and moves nothing at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await prefer(page, {}, race(2));
    await deal(page);
    await expect(page.locator(".bar.mine")).toBeVisible();
    const places = (): Promise<unknown> =>
      page.evaluate(() =>
        [".board", ".bar", ".hand", ".stock"].map((query) =>
          JSON.stringify(document.querySelector(query)?.getBoundingClientRect()),
        ),
      );
    const before = await places();
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".note.hint")).toBeVisible();
    await expect(page.locator(".hinted").first()).toBeVisible();
    expect(await places()).toEqual(before);
  });
}

test("the hint to take the top card marks the pile", async ({ page }) => {
  await prefer(page, { language: "en" }, {});
  await page.goto("/");
  await deal(page, "crazy-8-ball");
  await expect(page.locator(".bar.mine")).toBeVisible();
  // Whatever the hint is, something on the table or in the hand is marked.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".note.hint")).toBeVisible();
  await expect(page.locator(".hinted").first()).toBeVisible();
});

test("the end of a hand is looked at before anything is dealt", async ({ page }) => {
  const errors = watchErrors(page);
  await prefer(page, {}, race(3));
  await deal(page);
  await toEndOfHand(page);
  const end = page.locator(".hand-end");
  await expect(end.getByRole("heading")).toHaveText(/is out!|are out!|could go on/);
  // Nothing of the next hand is there, and nobody plays it.
  await expect(page.locator(".hand")).toHaveCount(0);
  await expect(page.locator(".board")).toHaveCount(0);
  // What the cards count adds up to what is written beside them.
  const rows = await end.locator(".row").evaluateAll((all) =>
    all.map((row) => ({
      worths: [...row.querySelectorAll(".worth")].map((one) => Number(one.textContent)),
      sum: Number(row.querySelector(".sum b")?.textContent),
    })),
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { worths, sum } of rows) expect(worths.reduce((a, b) => a + b, 0)).toBe(sum);
  await expect(end.locator(".all b")).toHaveText(`+${rows.reduce((all, { sum }) => all + sum, 0)}`);
  await expect(end.getByRole("img", { name: /of 150 points/ })).toBeVisible();

  await end.getByRole("button", { name: "wait" }).click();
  await expect(end).toContainText("Take your time.");
  await page.getByRole("button", { name: "Deal the next hand" }).click();
  await expect(page.locator(".hand button")).toHaveCount(5);
  await expect(page.locator(".host")).toContainText("hand 2");
  await playSome(page, 2);
  expect(errors).toEqual([]);
});

test(
  "the next hand is dealt by itself after twelve seconds, and bots wait as long",
  { tag: "@long" },
  async ({ page }) => {
    await prefer(page, {}, race(3));
    await deal(page);
    await toEndOfHand(page);
    await expect(page.locator(".hand-end .wait")).toContainText(/in (12|11|10) seconds/);
    await page.waitForTimeout(5000);
    await expect(page.locator(".hand-end")).toBeVisible();
    await expect(page.locator(".hand button")).toHaveCount(5);
  },
);

test("the end of a hand fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await prefer(page, { language: "en" }, race(4));
  await deal(page);
  await toEndOfHand(page);
  await page.getByRole("button", { name: "wait" }).click();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBe(360);
  const button = await page.getByRole("button", { name: "Deal the next hand" }).boundingBox();
  expect(button && button.y + button.height).toBeLessThanOrEqual(740);
});
