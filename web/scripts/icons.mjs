// Draws public/icon-192.png and icon-512.png from public/icon.svg.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";

const folder = resolve(import.meta.dirname, "../public");
const svg = readFileSync(resolve(folder, "icon.svg"), "utf8");
const browser = await chromium.launch({ executablePath, args });
for (const size of [192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0;background:#262b52}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  await page.screenshot({ path: resolve(folder, `icon-${size}.png`) });
  await page.close();
}
await browser.close();
