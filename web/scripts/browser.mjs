// The browser that tests, measurements and screenshots use: Debian's Chromium, or whatever EIGHTS_CHROMIUM names.
import { existsSync } from "node:fs";

/** The same engine without a browser's window: a page is up after a third of the work (1.1 instead of 3.3 s of CPU). */
const SHELL = "/usr/bin/chromium-headless-shell";

export const executablePath = process.env.EIGHTS_CHROMIUM ?? (existsSync(SHELL) ? SHELL : "/usr/bin/chromium");

export const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
