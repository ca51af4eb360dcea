// A game that the page has no folder for: the example game of the real server, drawn from its views and offers alone.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";
import { playMatch, playSome, prefer, watchErrors } from "./lib";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

/** Opens a table of the example game with a bot, comes to it by its link, and deals. No menu lists this game. */
async function dealExample(page: Page): Promise<void> {
  await prefer(page, { name: "Ada" });
  await page.goto("/");
  await page.request.get("/api/me");
  const opened = await page.request.post("/api/tables", {
    headers: { "X-Eights": "1" },
    data: { game: "last-match", rules: "", seats: 2, bots: { B: "newcomer" } },
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  const { code } = (await opened.json()) as { code: string };
  await page.goto(`/t/${code}`);
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
}

/** What axe finds in both themes, and whether the page is wider than the window. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  await page.evaluate(axe);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), theme);
    await page.waitForTimeout(250);
    const found = await page.evaluate(async () => {
      type Finding = { id: string; nodes: { target: string[]; failureSummary?: string }[] };
      const run = (globalThis as unknown as { axe: { run: (about: unknown) => Promise<{ violations: Finding[] }> } })
        .axe.run;
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations } = await run({ runOnly: { type: "tag", values: tags } });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
      );
    });
    expect(found, `${where}, ${theme}`).toEqual([]);
  }
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    `overflow, ${where}`,
  ).toBeLessThanOrEqual(0);
}

for (const viewport of SIZES) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(
      "a whole match of the example game is played by keyboard, and axe finds nothing",
      { tag: "@long" },
      async ({ page }) => {
        const errors = watchErrors(page);
        await dealExample(page);
        await expect(page.locator(".table.last-match .board")).toHaveAttribute("aria-label", "Board");
        await expect(page.locator('.place[data-place="discard"] .one')).toHaveCount(1);
        await expect(page.locator(".bar.mine")).toBeVisible();
        await expectAccessible(page, "after the deal");
        if (!(await playSome(page, 3))) await playMatch(page, 1500);
        await expect(page.locator(".match-end")).toBeVisible();
        await expectAccessible(page, "at the end");
        expect(errors).toEqual([]);
      },
    );
  });
}
