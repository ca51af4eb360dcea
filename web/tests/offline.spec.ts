// After one visit everything works without the server: the page opens again and all three games are dealt and played.
import { expect, test, type Page } from "@playwright/test";
import { serve, type Served } from "../scripts/serve.mjs";
import { deal, playMatch, playSome, prefer, watchErrors } from "./lib";

test.use({ serviceWorkers: "allow" });

let served: Served;
test.beforeEach(async () => {
  served = await serve();
});
test.afterEach(() => served.stop());

/** Waits until the service worker has everything. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active && active.state !== "activated")
      await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  });
}

test("every file that the service worker lists is served", async ({ request }) => {
  const worker = await (await request.get(`${served.url}/service-worker.js`)).text();
  const list = /const FILES = (\[.*?\]);/s.exec(worker)?.[1] ?? "[]";
  const files = JSON.parse(list) as string[];
  expect(files).toContain("/early.js");
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) expect((await request.get(served.url + file)).status(), file).toBe(200);
});

test("with the server gone the page reloads and all three games are played", async ({ page }) => {
  const errors = watchErrors(page);
  await prefer(page, {}, { level: "newcomer" });
  await page.goto(served.url);
  await installed(page);
  await served.stop();
  await page.reload();
  for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"]) {
    await deal(page, game, served.url);
    await expect(page.locator(".hand button").first()).toBeVisible();
    await playSome(page, 6);
  }
  expect(errors).toEqual([]);
});

test("without a network: dealt, left, gone on with, won or lost, replayed and verified", async ({ page, context }) => {
  const errors = watchErrors(page);
  await prefer(
    page,
    {},
    {
      game: "crazy-eights",
      rules: { "crazy-eights": "action" },
      seats: { "crazy-eights": 2 },
      level: "newcomer",
    },
  );
  await page.goto("/");
  await installed(page);
  await context.setOffline(true);
  await page.reload();
  await deal(page);
  // The bot may begin and make the person draw: the hand stays the same only once the person is asked.
  await expect(page.locator(".bar.mine")).toBeVisible();

  // A page that was closed finds the game as it was.
  const hand = await page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
  await page.reload();
  await expect(page.locator(".hand button")).toHaveCount(hand.length);
  expect(
    await page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card"))),
  ).toEqual(hand);
  await page.goto("/");
  await page.getByRole("button", { name: /Crazy Eights · Action cards/ }).click();
  await expect(page.locator(".hand button")).toHaveCount(hand.length);

  await playMatch(page);
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

test("the rulebook opens in German without a network", async ({ page, context }) => {
  await prefer(page, { language: "de" });
  await page.goto("/");
  await installed(page);
  await context.setOffline(true);
  await page.goto("/rulebook/crazy-8-ball/turn");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ein Zug");
});

/** What the page fetches for strong bots: the weights of a game by its name, and the fast engine. */
function watchStrength(page: Page): string[] {
  const fetched: string[] = [];
  page.on("response", (answer) => {
    const name = /\/([\w-]+)-[\w-]{8}\.bin$/.exec(answer.url()) ?? /\/(fast)_bg-[\w-]{8}\.wasm$/.exec(answer.url());
    if (name) fetched.push(`${name[1]} ${answer.status()}`);
  });
  return fetched;
}

test("network and fast engine are fetched when a strong bot sits down, and kept for playing offline", async ({
  page,
}) => {
  const errors = watchErrors(page);
  const fetched = watchStrength(page);
  await prefer(page, {}, { level: "newcomer" });
  await page.goto(served.url);
  await installed(page);
  const games = ["crazy-eights", "crazy-8-ball", "crazier-eights"];
  for (const game of games) {
    await deal(page, game, served.url);
    await playSome(page, 1);
  }
  expect(fetched).toEqual([]);

  await page.evaluate(() => {
    const choice = JSON.parse(localStorage.getItem("eights.choice") ?? "{}") as object;
    localStorage.setItem("eights.choice", JSON.stringify({ ...choice, level: "master" }));
  });
  const kept = (): Promise<number> => page.evaluate(async () => (await (await caches.open("networks")).keys()).length);
  for (const [before, game] of games.entries()) {
    await deal(page, game, served.url);
    // The fast engine is the same for all games.
    await expect.poll(kept).toBe(before + 2);
    const [first, ...others] = games.slice(0, before + 1);
    expect(fetched).toEqual([first, "fast", ...others].map((name) => `${name} 200`));
  }

  await served.stop();
  await page.reload();
  await playSome(page, 3);
  expect(await kept()).toBe(games.length + 1);
  expect(errors).toEqual([]);
});

test("a hint fetches the network of its game and the fast engine, where no strong bot plays", async ({ page }) => {
  const fetched = watchStrength(page);
  await prefer(page, {}, { level: "newcomer" });
  await deal(page, "crazy-8-ball", served.url);
  await expect(page.locator(".bar.mine")).toBeVisible();
  expect(fetched).toEqual([]);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect.poll(() => fetched).toEqual(["crazy-8-ball 200", "fast 200"]);
});
