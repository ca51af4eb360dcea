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

/** Waits in the page until nothing fades or moves any more but clocks and what always does: axe would measure half a colour. */
async function settled(): Promise<void> {
  const ends = (animation: Animation): boolean =>
    animation.playState === "running" && Number(animation.effect?.getComputedTiming().endTime) < 2000;
  for (;;) {
    // Two frames: what changed is laid out in the first, and transitions have begun in the second.
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter(ends);
    if (moving.length === 0) return;
    await Promise.allSettled(moving.map((animation) => animation.finished));
  }
}

/** Fails if axe finds anything in one of these looks: width, height and theme. */
export async function expectAccessible(
  page: Page,
  name: string,
  looks: readonly (readonly [number, number, "light" | "dark"])[] = LOOKS,
): Promise<void> {
  await page.evaluate(axe);
  for (const [width, height, theme] of looks) {
    await page.setViewportSize({ width, height });
    await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), theme);
    await page.evaluate(settled);
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
