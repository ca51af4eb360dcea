// With the real server: two people and two bots in each game, and a server that is killed in the middle.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { serve, type Served } from "../scripts/serve.mjs";
import { playMatch, prefer } from "./lib";

async function person(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1100, height: 760 } });
  const page = await context.newPage();
  await prefer(page, { name });
  return page;
}

/** One opens a table, the other comes by the link; two bots sit down where there is room. */
async function gather(browser: Browser, url: string, game: string, rules: string | null): Promise<[Page, Page]> {
  const [ada, ben] = [await person(browser, "Ada"), await person(browser, "Ben")];
  await ada.goto(url);
  await ada.locator(`.game:has(input[value="${game}"])`).click();
  if (rules) await ada.getByLabel("Rules", { exact: true }).selectOption(rules);
  await ada.getByRole("button", { name: "Open a table" }).click();
  await ada.waitForURL(/\/t\//);
  await expect(ada.getByRole("heading", { name: "Chairs" })).toBeVisible();
  const sit = ada.getByRole("button", { name: "Sit here" }).first();
  if (await sit.isVisible()) await sit.click();
  await ben.goto(ada.url());
  await expect(ben.getByRole("heading", { name: "Chairs" })).toBeVisible();
  const free = ben.getByRole("button", { name: "Sit here" }).first();
  if (await free.isVisible()) await free.click();
  await expect(ada.locator("li strong", { hasText: "Ben" })).toBeVisible();
  for (;;) {
    const bots = ada.getByLabel(/^Put a bot on chair/);
    const left = await bots.count();
    if (left === 0) break;
    await bots.first().selectOption("newcomer");
    await expect(bots).toHaveCount(left - 1);
  }
  for (const page of [ada, ben]) {
    const ready = page.getByRole("button", { name: "I’m ready" });
    if (await ready.isVisible()) await ready.click();
  }
  // The host deals when the other one is seen to be ready, as people do.
  await expect(ada.locator("li", { hasText: "Ben" }).locator(".ready.yes")).toBeVisible();
  const start = ada.getByRole("button", { name: "Deal" });
  await expect(start.or(ada.locator(".hand"))).toBeVisible();
  if (await start.isVisible()) await start.click();
  for (const page of [ada, ben]) await expect(page.locator(".hand button").first()).toBeVisible();
  return [ada, ben];
}

test.describe("with a server", () => {
  let data: string;
  let served: Served | undefined;
  test.beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), "eights-"));
    served = await serve({ data });
  });
  test.afterEach(() => {
    served?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  for (const [game, rules] of [
    ["crazy-eights", "action"],
    ["crazier-eights", null],
    ["crazy-8-ball", null],
  ] as const) {
    test(`two people play a whole match of ${game}`, { tag: "@long" }, async ({ browser }) => {
      const [ada, ben] = await gather(browser, served?.url ?? "", game, rules);
      await Promise.all([playMatch(ada, 1500), playMatch(ben, 1500)]);
      await Promise.all([ada.context().close(), ben.context().close()]);
    });
  }

  test("a server killed in the middle is found again without a click", async ({ browser }) => {
    const [ada, ben] = await gather(browser, served?.url ?? "", "crazy-eights", "action");
    const hand = (page: Page): Promise<(string | null)[]> =>
      page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
    const before = await hand(ben);
    served?.stop();
    await expect(ada.getByText("Connection lost")).toBeVisible();
    served = await serve({ data, port: served?.port ?? 0 });
    for (const page of [ada, ben]) await expect(page.getByText("Connection lost")).toHaveCount(0, { timeout: 30_000 });
    expect(await hand(ben)).toEqual(before);
    await Promise.all([playMatch(ada, 800), playMatch(ben, 800)]);
  });

  test("partners are marked at the table", async ({ browser }) => {
    const page = await person(browser, "Ada");
    const sheet = { extends: "score-race", title: "Partners", teams: "pairs", players: { min: 4, max: 4 } };
    await page.goto(
      `${served?.url}/house/crazy-eights#z=${deflateRawSync(JSON.stringify(sheet)).toString("base64url")}`,
    );
    await page.getByRole("button", { name: "Open a table" }).click();
    await page.waitForURL(/\/t\//);
    await expect(page.getByRole("heading", { name: "Chairs" })).toBeVisible();
    const sit = page.getByRole("button", { name: "Sit here" }).first();
    if (await sit.isVisible()) await sit.click();
    const bots = page.getByLabel(/^Put a bot on chair/);
    for (let left = await bots.count(); left > 0; left--) {
      await bots.first().selectOption("newcomer");
      await expect(bots).toHaveCount(left - 1);
    }
    await page.getByRole("button", { name: "Deal" }).click();
    await expect(page.locator(".hand button").first()).toBeVisible();
    await expect(page.locator(".seat .team.ally")).toHaveText(["Partner"]);
    await expect(page.locator(".seat .team:not(.ally)")).toHaveCount(2);
  });

  test("an old link and a full table have a way on", async ({ browser }) => {
    const page = await person(browser, "Cleo");
    await page.goto(`${served?.url}/t/NOSUCHTABLE`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("has been cleared");
    const [ada] = await gather(browser, served?.url ?? "", "crazy-eights", "action");
    await page.goto(ada.url());
    await expect(page.locator(".table")).toBeVisible();
    await expect(page.locator(".hand button")).toHaveCount(0);
  });
});

test("the lobby lists more than one page of tables", async ({ page, request }) => {
  const { url, stop } = await serve();
  try {
    await request.get(`${url}/api/me`);
    for (let n = 0; n < 51; n++) {
      const settings = { public: true, "turn-seconds": null, chat: false };
      const made = await request.post(`${url}/api/tables`, {
        headers: { "X-Eights": "1" },
        data: { game: "crazy-eights", rules: "basic", seats: 2, settings, bots: {} },
      });
      expect(made.ok(), await made.text()).toBe(true);
    }
    await prefer(page, {});
    await page.goto(`${url}/tables`);
    await expect(page.locator("a.table")).toHaveCount(50);
    await page.getByRole("button", { name: "Show more tables" }).click();
    await expect(page.locator("a.table")).toHaveCount(51);
  } finally {
    stop();
  }
});
