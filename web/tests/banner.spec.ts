// With the real server: the operator's message at every table.
import { execFileSync } from "node:child_process";
import { expect } from "@playwright/test";
import { program } from "../scripts/serve.mjs";
import { openTable, ownServer, test } from "./lib";

test.describe("the operator's banner", () => {
  const server = ownServer();

  test("is shown at a table at once, and taken down again", async ({ person }) => {
    const admin = (...text: string[]): string =>
      execFileSync(program, ["admin", "--store", `sqlite:${server.data}`, "banner", ...text], { encoding: "utf8" });
    const page = await person("Ada");
    await openTable(page, {}, server.url);
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
  });
});
