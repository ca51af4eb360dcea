// With the real server: the operator's message at every table.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { program, serve, type Served } from "../scripts/serve.mjs";
import { prefer } from "./lib";

test.describe("the operator's banner", () => {
  let data: string;
  let served: Served | undefined;
  test.beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), "eights-"));
    served = await serve({ data });
  });
  test.afterEach(() => {
    served?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test("is shown at a table at once, and taken down again", async ({ browser }) => {
    const admin = (...text: string[]): string =>
      execFileSync(program, ["admin", "--store", `sqlite:${data}`, "banner", ...text], { encoding: "utf8" });
    const context = await browser.newContext();
    const page = await context.newPage();
    await prefer(page, { name: "Ada" });
    const url = served?.url ?? "";
    await page.request.get(`${url}/api/me`);
    const opened = await page.request.post(`${url}/api/tables`, {
      headers: { "X-Eights": "1" },
      data: { game: "crazy-eights", rules: "basic", seats: 2 },
    });
    const { code } = (await opened.json()) as { code: string };
    await page.goto(`${url}/t/${code}`);
    await expect(page.getByRole("heading", { name: "Chairs" })).toBeVisible();
    await expect(page.locator(".banner")).toHaveCount(0);

    admin("Restart at ten <b>o'clock</b>");
    const banner = page.getByRole("status").filter({ hasText: "Restart at ten <b>o'clock</b>" });
    await expect(banner).toBeVisible();
    // It is in nobody's way: what is under it can be clicked.
    expect(await banner.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe("none");
    // Whoever comes later sees it too.
    await page.reload();
    await expect(banner).toBeVisible();
    admin("Restart at eleven");
    await expect(page.locator(".banner")).toHaveText("Restart at eleven");
    admin();
    await expect(page.locator(".banner")).toHaveCount(0);
    await context.close();
  });
});
