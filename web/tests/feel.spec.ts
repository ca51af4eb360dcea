// How the table feels: sounds that are loaded only when wanted, cards with weight, and threads.
import { expect, test, type Page } from "@playwright/test";
import { deal, playSome, prefer, pressUntil } from "./lib";

const quick = {
  game: "crazy-eights",
  rules: { "crazy-eights": "basic" },
  seats: { "crazy-eights": 2 },
  level: "newcomer",
};

/** Counts what the page sounds. */
async function listen(page: Page): Promise<() => Promise<{ contexts: number; voices: number }>> {
  await page.addInitScript(() => {
    const heard = { contexts: 0, voices: 0 };
    Object.assign(window, { heard });
    const Real = AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        heard.contexts += 1;
      }
      override createGain(): GainNode {
        heard.voices += 1;
        return super.createGain();
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: { contexts: number; voices: number } }).heard);
}

test.describe("sound", () => {
  test("with sound off nothing is loaded and nothing is made; with sound on cards are heard", async ({ page }) => {
    const heard = await listen(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const synth = (): string[] => asked.filter((path) => /\/synth-/.test(path));
    await prefer(page, { sound: false }, quick);
    await deal(page);
    await playSome(page, 2);
    expect(synth()).toEqual([]);
    expect(await heard()).toEqual({ contexts: 0, voices: 0 });
    await page.goto("/settings");
    await expect(page.getByLabel("How loud")).toHaveCount(0);
    await page.getByLabel("Sounds of paper and wood").check();
    await expect.poll(async () => (await heard()).voices).toBeGreaterThan(0);
    expect(synth().length).toBe(1);
    await page.getByLabel("How loud").fill("0.3");
    await page.reload();
    await expect(page.getByLabel("How loud")).toHaveValue("0.3");
    await deal(page);
    await playSome(page, 2);
    await expect.poll(async () => (await heard()).voices).toBeGreaterThan(3);
    expect((await heard()).contexts).toBe(1);
  });

  test("a page that nobody has touched makes no sound", async ({ page }) => {
    const heard = await listen(page);
    // A browser that is driven by a test counts as touched.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false, isActive: false } }),
    );
    await prefer(page, { sound: true }, quick);
    await deal(page);
    await playSome(page, 2);
    expect((await heard()).contexts).toBe(0);
  });
});

test("cards that fly are moved by transform and opacity alone, and land where they lie", async ({ page }) => {
  await prefer(page, { speed: 1 }, quick);
  await page.addInitScript(() => {
    const seen = { properties: new Set<string>(), flown: 0 };
    Object.assign(window, { seen });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      for (const frame of Array.isArray(frames) ? frames : [])
        Object.keys(frame).forEach((name) => seen.properties.add(name));
      if ((this as Element).matches(".ghost")) seen.flown += 1;
      return animate.call(this, frames, options);
    };
  });
  await deal(page);
  await expect(page.locator(".bar.mine")).toBeVisible();
  await expect(page.locator(".hand.settled")).toBeVisible();
  await playSome(page, 2);
  await expect(page.locator(".ghost")).toHaveCount(0);
  const seen = await page.evaluate(() => {
    const { properties, flown } = (window as unknown as { seen: { properties: Set<string>; flown: number } }).seen;
    return { properties: [...properties], flown };
  });
  expect(seen.flown).toBeGreaterThan(10);
  const allowed = ["transform", "translate", "scale", "rotate", "opacity", "offset", "easing"];
  expect(seen.properties.filter((name) => !allowed.includes(name))).toEqual([]);
});

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`a thread shows what a card does${reducedMotion === "reduce" ? ", and nothing travels where nothing shall" : ""}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.setViewportSize({ width: 1440, height: 900 });
    await prefer(page, { speed: 0.3 }, { game: "crazier-eights", seats: { "crazier-eights": 4 }, level: "casual" });
    await page.addInitScript(() => {
      const seen = { ghosts: 0 };
      Object.assign(window, { seen });
      addEventListener("DOMContentLoaded", () =>
        new MutationObserver(() => {
          seen.ghosts = Math.max(seen.ghosts, document.querySelectorAll(".ghost").length);
        }).observe(document.body, { subtree: true, childList: true }),
      );
    });
    await deal(page, "crazier-eights");
    await pressUntil(page, [".answer", ".tray button", ".seat .pick", ".assets .pick"], ".thread");
    await expect(page.locator(".thread")).toHaveCount(0);
    const ghosts = await page.evaluate(() => (window as unknown as { seen: { ghosts: number } }).seen.ghosts);
    if (reducedMotion === "reduce") expect(ghosts).toBe(0);
    else expect(ghosts).toBeGreaterThan(0);
  });
