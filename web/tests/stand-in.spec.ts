// At a table with a clock: a turn that runs out is said, a bot that plays for somebody is named, and there is a way back.
import { expect, test, type Browser, type Page } from "@playwright/test";
import { serve, type Served } from "../scripts/serve.mjs";
import { expectAccessible } from "./axe";
import { prefer } from "./lib";

// Bots that think for a while: otherwise they would have finished the match before anybody is back.
let served: Served;
test.beforeAll(async () => {
  served = await serve({ botPause: 2500 });
});
test.afterAll(() => served.stop());

async function person(browser: Browser, name: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await prefer(page, { name });
  return page;
}

/** Opens a table with three seconds to answer; `bots` sit on the other chairs. */
async function openTable(page: Page, bots: Record<string, string>): Promise<void> {
  await page.goto(served.url);
  const code = await page.evaluate(async (bots) => {
    await fetch("/api/me");
    const settings = { public: false, "turn-seconds": 3, chat: true, door: "open" };
    const body = JSON.stringify({ game: "crazy-eights", rules: "score-race", seats: 2, settings, bots });
    const made = await fetch("/api/tables", {
      method: "POST",
      headers: { "X-Eights": "1", "Content-Type": "application/json" },
      body,
    });
    return ((await made.json()) as { code: string }).code;
  }, bots);
  await page.goto(`${served.url}/t/${code}`);
}

test("a turn that runs out is said; a bot that takes over gives the cards back", async ({ browser }) => {
  const page = await person(browser, "Ada");
  await openTable(page, { B: "newcomer" });
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
  await expect(page.locator(".toasts")).toContainText("Your time ran out", { timeout: 20_000 });
  await expect(page.getByText("Your time ran out, so a bot plays for you.")).toBeVisible({ timeout: 20_000 });
  // It is said at once, whatever is being read.
  await expect(page.getByRole("alert").filter({ hasText: "a bot plays for you" })).toBeVisible();
  // Nobody is told that it is their turn while a bot plays.
  await expect(page.locator(".ask")).not.toContainText("Your turn");
  await page.getByRole("button", { name: "I’m back" }).click();
  await expect(page.getByText("Your time ran out, so a bot plays for you.")).toHaveCount(0);
  await expect(page.locator(".ask")).toContainText("Your turn");
});

test("the notice that a bot plays is accessible", { tag: "@long" }, async ({ browser }) => {
  const page = await person(browser, "Ada");
  await openTable(page, { B: "newcomer" });
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.getByText("Your time ran out, so a bot plays for you.")).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page, "stand-in");
});

test("the others see for whom a bot plays, by name, and who is back", { tag: "@long" }, async ({ browser }) => {
  const [ada, jonas] = [await person(browser, "Ada"), await person(browser, "Jonas")];
  await openTable(ada, {});
  await jonas.goto(ada.url());
  await jonas.getByRole("button", { name: /Sit/ }).first().click();
  await jonas.getByRole("button", { name: "I’m ready" }).click();
  await expect(ada.getByRole("button", { name: "Deal" })).toBeEnabled();
  await ada.getByRole("button", { name: "Deal" }).click();
  // Nobody answers: both get a bot in turn.
  const seat = ada.locator(".seat", { hasText: "Jonas" });
  // The first turn that runs out is marked where he sits.
  await expect(seat.locator(".late")).toContainText("time ran out", { timeout: 20_000 });
  await expect(seat).toContainText("a bot plays for Jonas", { timeout: 40_000 });
  await expect(ada.locator(".toasts")).toContainText("A bot plays for Jonas.");
  await jonas.getByRole("button", { name: "I’m back" }).click();
  await expect(seat).not.toContainText("a bot plays");
  await expect(ada.locator(".toasts")).toContainText("Jonas is back.");
  await expect(seat).toContainText("Jonas");
});
