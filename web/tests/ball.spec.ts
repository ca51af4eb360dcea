// Crazy 8-Ball, played by what is on the screen.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { deal, prefer, watchErrors } from "./lib";

const choice = { game: "crazy-8-ball", seats: { "crazy-8-ball": 2 }, level: "newcomer" };

/** What the screen shows that can be done next, read in one go. */
type Next = "over" | "shoot" | "picked" | "answer" | "card" | "wait";

function look(page: Page): Promise<Next> {
  return page.evaluate(() => {
    const seen = (query: string): boolean => document.querySelector(query) !== null;
    if (seen(".match-end")) return "over";
    if (seen('.table[aria-busy="true"]')) return "wait";
    if (seen(".shoot")) return "shoot";
    if (seen(".deed button")) return "picked";
    if (seen(".answer")) return "answer";
    return [...document.querySelectorAll(".hand button")].some((card) =>
      /, (playable|can be thrown away),/.test(card.textContent ?? ""),
    )
      ? "card"
      : "wait";
  });
}

const hand = (page: Page): Promise<(string | null)[]> =>
  page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));

/** The card to use: one that can be laid, or one that the first of the next shots does not need. */
async function someCard(page: Page): Promise<Locator> {
  const playable = page.locator(".hand button").filter({ hasText: ", playable," });
  if ((await playable.count()) > 0) return playable.first();
  const colour = (await page.locator("[data-shot]").first().getAttribute("data-shot")) ?? "";
  const other = page
    .locator(".hand button")
    .filter({ hasText: ", can be thrown away," })
    .filter({ hasNotText: colour });
  return (await other.count()) > 0 ? other.first() : page.locator(".hand button").first();
}

/** Goes on until the screen shows what is wanted, or the game is over; returns what it shows. */
async function playUntil(page: Page, wanted: readonly Next[], touch: boolean): Promise<Next> {
  for (;;) {
    const next = await look(page);
    if (next === "over" || wanted.includes(next)) return next;
    const use = async (button: Locator): Promise<void> => {
      // It may be gone: the answer before may just have been taken.
      await (touch ? button.tap({ timeout: 3000 }) : button.click({ timeout: 3000 })).catch(() => undefined);
    };
    if (next === "shoot") await use(page.locator(".shoot").first());
    else if (next === "picked") {
      const buttons = page.locator(".deed button");
      const lay = buttons.filter({ hasNotText: /^\s*(Throw|Swap)/ });
      await use((await lay.count()) > 0 ? lay.first() : buttons.first());
    } else if (next === "answer") await use(page.locator(".answer").first());
    else if (next === "card") {
      const card = await someCard(page);
      await (
        touch
          ? card.tap({ timeout: 3000, position: { x: 12, y: 30 } })
          : card.click({ timeout: 3000, position: { x: 12, y: 30 } })
      ).catch(() => undefined);
    } else await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  test.describe(`${width} px`, () => {
    const touch = width < 600;
    test.use({ viewport: { width, height }, hasTouch: touch, isMobile: touch });

    test("a game is played to its end by what is on the screen", { tag: "@long" }, async ({ page }) => {
      const errors = watchErrors(page);
      await prefer(page, {}, choice);
      await deal(page, "crazy-8-ball");

      // No first tap throws a card away, and what does looks like it.
      await playUntil(page, ["card"], touch);
      const before = await hand(page);
      const card = await someCard(page);
      await (touch ? card.tap({ position: { x: 12, y: 30 } }) : card.click({ position: { x: 12, y: 30 } }));
      const thrown = page.getByRole("button", { name: /^Throw it away/ });
      await expect(thrown).toBeVisible();
      await expect(thrown).toHaveCSS("border-top-style", "dashed");
      await page.waitForTimeout(300);
      expect(await hand(page)).toEqual(before);

      // A shot that can be made lights its ball, its pocket, its stick and its cue ball.
      const next = await playUntil(page, ["shoot"], touch);
      if (next === "shoot") {
        const name = (await page.locator(".shoot.main").textContent()) ?? "";
        const row = page.locator("[data-shot]").first();
        await expect(row).toContainText("everything is here");
        await expect(page.locator(".spot.lit").first()).toBeVisible();
        await expect(page.locator(".hand .lit")).not.toHaveCount(0);
        const lit = await page
          .locator(".hand .lit")
          .evaluateAll((all) => all.map((one) => one.getAttribute("data-card")?.split("-")));
        expect(lit.map((code) => code?.[0])).toEqual(expect.arrayContaining(["stick", "cue"]));
        for (const code of lit) expect(name.includes("the 8") || name.includes(code?.[1] ?? "?")).toBe(true);
        if (!touch) await expect(page.locator(".table path[d^='M']").first()).toBeVisible();
      }
      await playUntil(page, [], touch);
      await expect(page.locator(".match-end")).toContainText(/You win!|wins this one\./);
      await expect(page.locator(".match-end")).toContainText(/of seven down/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.getByRole("button", { name: "Again, same table" }).click();
      await expect(page.locator(".match-end")).toHaveCount(0);
      await expect(page.locator(".hand button").first()).toBeVisible();
      expect(errors).toEqual([]);
    });
  });
}

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(
    `a ball that goes down ${reducedMotion === "reduce" ? "appears in its pocket where nothing shall move" : "rolls"}`,
    { tag: "@long" },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await prefer(page, { speed: 0.3 }, choice);
      await deal(page, "crazy-8-ball");
      // The bot may be faster.
      while ((await playUntil(page, ["shoot"], false)) === "over")
        await page.getByRole("button", { name: "Again, same table" }).click();
      await page.evaluate(() => {
        const seen = window as unknown as { rolls: number };
        seen.rolls = 0;
        new MutationObserver(() => (seen.rolls += document.querySelectorAll(".stick + .roll").length)).observe(
          document.body,
          {
            subtree: true,
            childList: true,
          },
        );
      });
      const down = await page.locator("[data-rest]").count();
      await page.locator(".shoot.main").click();
      await expect.poll(() => page.locator("[data-rest]").count()).toBeGreaterThan(down);
      if ((await page.locator(".match-end").count()) === 0)
        await page.getByRole("button", { name: "Show what happened" }).click();
      await expect(page.locator(".log, .match-end").first()).toContainText(/goes down in the|sink/);
      await expect(page.locator(".roll")).toHaveCount(0);
      const rolls = await page.evaluate(() => (window as unknown as { rolls: number }).rolls);
      if (reducedMotion === "reduce") expect(rolls).toBe(0);
      else expect(rolls).toBeGreaterThan(0);
    },
  );
}
