// The browser that tests, measurements and screenshots use: Debian's Chromium, or whatever EIGHTS_CHROMIUM names.
export const executablePath = process.env.EIGHTS_CHROMIUM ?? "/usr/bin/chromium";

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
