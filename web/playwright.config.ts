// Tests in a real browser: Debian's Chromium against the real program.
// Tests of whole matches and of clocks that run out have the tag @long: `make check-all` runs them, `make test` the others.
import { defineConfig } from "@playwright/test";
import { args, executablePath } from "./scripts/browser.mjs";
import { program, serveArgs } from "./scripts/serve.mjs";

const port = Number(process.env["EIGHTS_TEST_PORT"] ?? 4319);
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "tests",
  // Enough for a whole match on a busy machine.
  timeout: 240_000,
  // No test measures how fast the machine is: whatever comes, comes within a minute.
  expect: { timeout: 60_000 },
  fullyParallel: true,
  // One more than the cores of the smallest machine, since a test waits for its server and its browser now and then.
  workers: 3,
  retries: 0,
  reporter: [["list"]],
  use: {
    baseURL,
    launchOptions: { executablePath, args },
    locale: "en-GB",
    // It fetches the whole page, a second of work for each test; offline.spec.ts allows and tests it.
    serviceWorkers: "block",
    trace: "off",
    screenshot: "only-on-failure",
  },
  webServer: {
    command: [program, ...serveArgs({ port })].join(" "),
    url: `${baseURL}/readyz`,
    reuseExistingServer: false,
  },
});
