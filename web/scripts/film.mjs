// Plays each game to the end of a match by what is on the screen, and leaves a film strip of it: node scripts/film.mjs [FOLDER] [GAME…].
// It ends with 1 when a game cannot be finished this way. EIGHTS_BIN names the program that serves the page.
import { writeFileSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";
import { contactSheet } from "./contact-sheet.mjs";
import { playByEye, sitDown } from "./screen-player.mjs";
import { serve } from "./serve.mjs";

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, "../../docs/screens"));
const only = process.argv.slice(3);
const GAMES = { "crazy-eights": "Crazy Eights", "crazier-eights": "Crazier Eights", "crazy-8-ball": "Crazy 8-Ball" };
const SCREENS = {
  phone: {
    context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" },
    sheet: { columns: 8, wide: 230 },
  },
  desk: { context: { viewport: { width: 1440, height: 900 }, colorScheme: "light" }, sheet: { columns: 4, wide: 480 } },
};
const FRAMES = 16;
const MOST_BYTES = 300_000;

/** Keeps pictures of a whole match without knowing how long it will be: when there are too many, every other one goes. */
class Film {
  frames = [];
  every = 1;
  ends = 0;

  async take(page, { presses, why }) {
    // The first end of a hand and the end of the match are always in it.
    const isEvent = why === "over" || (why === "goes on" && this.ends++ === 0);
    if (!isEvent && presses % this.every > 0) return;
    this.frames.push({ png: await page.screenshot(), text: `${presses} · ${why}`, isEvent });
    if (this.frames.length < 2 * FRAMES) return;
    this.every *= 2;
    this.frames = this.frames.filter((frame, i) => frame.isEvent || i % 2 === 0);
  }

  /** As many as the strip has room for, evenly spread. */
  get strip() {
    const events = this.frames.filter(({ isEvent }) => isEvent);
    const others = this.frames.filter(({ isEvent }) => !isEvent);
    const room = Math.min(FRAMES - events.length, others.length);
    const kept = new Set([
      ...events,
      ...Array.from({ length: room }, (_, i) => others[Math.floor((i * others.length) / room)]),
    ]);
    return this.frames.filter((frame) => kept.has(frame));
  }
}

mkdirSync(folder, { recursive: true });
const { stop, url } = process.env.EIGHTS_URL ? { stop: null, url: process.env.EIGHTS_URL } : await serve();
const browser = await chromium.launch({ executablePath, args });
for (const [game, title] of Object.entries(GAMES)) {
  if (only.length > 0 && !only.includes(game)) continue;
  for (const [screen, { context: about, sheet }] of Object.entries(SCREENS)) {
    const context = await browser.newContext({ locale: "en-GB", ...about });
    const page = await context.newPage();
    const film = new Film();
    try {
      await sitDown(page, url, title);
      const presses = await playByEye(page, {
        touch: about.hasTouch === true,
        seen: (moment) => film.take(page, moment),
      });
      const file = `film-${game}-${screen}.webp`;
      writeFileSync(resolve(folder, file), await contactSheet(browser, film.strip, { ...sheet, most: MOST_BYTES }));
      console.log(`${file}: ${presses} presses`);
    } catch (error) {
      process.exitCode = 1;
      const file = resolve(folder, `stuck-${game}-${screen}.png`);
      await page.screenshot({ path: file });
      console.error(`${title}, ${screen}: ${error.message}; the screen is in ${file}`);
    }
    await context.close();
  }
}
await browser.close();
stop?.();
