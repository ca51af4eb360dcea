// Tests in a real browser: Debian's Chromium against the built page.
import { defineConfig } from "@playwright/test";
import { args, executablePath } from "./scripts/browser.mjs";

const port = Number(process.env["EIGHTS_TEST_PORT"] ?? 4319);

export default defineConfig({
  testDir: "tests",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath, args },
    locale: "en-GB",
    trace: "off",
    screenshot: "only-on-failure",
  },
  webServer: { command: `node scripts/serve.mjs ${port}`, port, reuseExistingServer: false },
});
