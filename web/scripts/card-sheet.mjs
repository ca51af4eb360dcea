// All pictures of Crazier Eights on one sheet, large and as small as a chip: node scripts/card-sheet.mjs [FILE]
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";

const source = resolve(import.meta.dirname, "../src");
const cards = JSON.parse(readFileSync(`${source}/generated/cards.json`, "utf8"));
const colours = ["purple", "green", "blue", "orange"];
const order = (id) =>
  cards[id].colours.reduce((sum, colour) => sum + 2 ** colours.indexOf(colour), cards[id].colours.length * 100);
const ids = Object.keys(cards).sort((a, b) => order(a) - order(b) || a.localeCompare(b));
const picture = (id) =>
  `data:image/svg+xml,${encodeURIComponent(readFileSync(`${source}/games/crazier-eights/pictures/${id}.svg`, "utf8"))}`;
const html = `<style>
  body { margin: 16px; background: #561b2d; color: #fff; font: 600 11px system-ui, sans-serif; }
  main, aside { display: flex; flex-wrap: wrap; gap: 10px; }
  aside { gap: 6px; margin-top: 16px; }
  figure { width: 120px; margin: 0; }
  main img { display: block; width: 120px; height: 90px; margin-bottom: 3px; border-radius: 6px; }
  aside img { width: 40px; height: 40px; border-radius: 4px; object-fit: cover; }
</style>
<main>${ids.map((id) => `<figure><img src="${picture(id)}">${cards[id].name}</figure>`).join("")}</main>
<aside>${ids.map((id) => `<img src="${picture(id)}">`).join("")}</aside>`;

const browser = await chromium.launch({ executablePath, args });
const page = await browser.newPage({ viewport: { width: 1330, height: 400 } });
await page.setContent(html);
await page.screenshot({ path: process.argv[2] ?? "../docs/screens/crazier-cards.png", fullPage: true });
await browser.close();
