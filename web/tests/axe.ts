// What axe finds on the page as it is now.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Both themes on a desk; smaller screens differ in their layout and not in their colours. */
const LOOKS = [
  [1440, 900, "light"],
  [1440, 900, "dark"],
  [768, 1024, "light"],
  [360, 740, "dark"],
] as const;

interface Finding {
  id: string;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** Fails if axe finds anything at three sizes. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(axe);
  for (const [width, height, theme] of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), theme);
    await page.waitForTimeout(250);
    const found = await page.evaluate(async (values) => {
      const { run } = (
        globalThis as unknown as { axe: { run: (about: unknown) => Promise<{ violations: Finding[] }> } }
      ).axe;
      const { violations } = await run({ runOnly: { type: "tag", values } });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
      );
    }, TAGS);
    expect(found, `${name}, ${theme}, at ${width}`).toEqual([]);
  }
}
