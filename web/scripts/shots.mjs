// Pictures of the page, phone and desk, from the running program: node scripts/shots.mjs [FOLDER] [NAME…]; in German with LOCALE=de-DE.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";
import { serve } from "./serve.mjs";

const folder = resolve(process.argv[2] ?? "shots");
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const { stop, url } = process.env.EIGHTS_URL ? { stop: null, url: process.env.EIGHTS_URL } : await serve();
const browser = await chromium.launch({ executablePath, args });

/** Deals a game and gives the first answers that can be given, until something lies on the table. */
async function deal(page, game, answers = 5) {
  await page.goto(url);
  await page.locator(`.game:has(input[value="${game}"])`).click();
  await page.locator("button.deal").click();
  await page.waitForURL(/\/play\//);
  await page.locator(".hand button").first().waitFor();
  for (let n = 0; n < answers; n++) {
    await page
      .locator(".bar.mine")
      .waitFor({ timeout: 8_000 })
      .catch(() => undefined);
    await page.waitForTimeout(500);
    const ways = [".last button", ".tray button", ".hand button.can", ".answer"];
    for (const way of ways) {
      const found = page.locator(way).first();
      if (await found.isVisible()) {
        await found.click({ force: true });
        break;
      }
    }
    await page.waitForTimeout(1200);
  }
  await page
    .locator(".bar.mine")
    .waitFor({ timeout: 8_000 })
    .catch(() => undefined);
  await page.waitForTimeout(1500);
}

const PLACES = {
  home: (page) => page.goto(url),
  "crazy-eights": (page) => deal(page, "crazy-eights"),
  "crazier-eights": (page) => deal(page, "crazier-eights"),
  "crazy-8-ball": (page) => deal(page, "crazy-8-ball"),
  rules: (page) => page.goto(`${url}/rules`),
  ruleset: (page) => page.goto(`${url}/rules/crazy-eights/action`),
  composer: (page) => page.goto(`${url}/compose/crazy-eights/action`),
  rulebook: (page) => page.goto(`${url}/rulebook/crazy-eights/wild-cards`),
  tables: (page) => page.goto(`${url}/tables`),
  history: (page) => page.goto(`${url}/history`),
  settings: (page) => page.goto(`${url}/settings`),
};
const SCREENS = {
  desk: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  phone: {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme: "dark",
  },
};

for (const [screen, about] of Object.entries(SCREENS)) {
  for (const [name, go] of Object.entries(PLACES)) {
    if (only.length > 0 && !only.includes(name) && !only.includes(`${name}-${screen}`)) continue;
    const context = await browser.newContext({ locale: process.env.LOCALE ?? "en-GB", ...about });
    const page = await context.newPage();
    page.on("pageerror", (error) => console.log(`${name} ${screen}: ${error.message}`));
    page.on(
      "console",
      (message) =>
        message.type() === "error" &&
        !/404/.test(message.text()) &&
        console.log(`${name} ${screen}: ${message.text()}`),
    );
    await go(page);
    await page.waitForTimeout(600);
    await page.screenshot({ path: resolve(folder, `${name}-${screen}.png`) });
    await context.close();
    console.log(`${name}-${screen}.png`);
  }
}
await browser.close();
stop?.();
