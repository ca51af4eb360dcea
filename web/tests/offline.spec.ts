// After one visit everything works without the server: the page opens again and all three games are dealt and played.
import { expect, test } from "@playwright/test";
import { serve, type Served } from "../scripts/serve.mjs";
import { deal, playSome, prefer, watchErrors } from "./lib";

let served: Served;
test.beforeEach(async () => {
  served = await serve();
});
test.afterEach(() => served.stop());

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
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active && active.state !== "activated") await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  });
  served.stop();
  await page.reload();
  for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"]) {
    await deal(page, game, served.url);
    await expect(page.locator(".hand button").first()).toBeVisible();
    await playSome(page, 6);
  }
  expect(errors).toEqual([]);
});
