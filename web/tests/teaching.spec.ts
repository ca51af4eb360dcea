// Teaching: guided first hands, the rulebook for people, and playing on from its examples.
import { expect, test, type Page } from "@playwright/test";
import { prefer, watchErrors } from "./lib";

const GAMES = ["crazy-eights", "crazier-eights", "crazy-8-ball"];
const strip = (page: Page) => page.locator(".lesson .strip");

/** Does what is marked, as somebody would who only looks at the marks. */
async function follow(page: Page): Promise<void> {
  const marks = [".last .hinted", ".tray .hinted", ".slot.hinted", ".answer.hinted", ".table .hinted", ".table .lit"];
  for (const mark of marks) {
    const found = page.locator(mark).first();
    if (await found.isVisible()) {
      await found.click({ timeout: 1000 }).catch(() => undefined);
      return;
    }
  }
}

/** Follows the marks until a sentence of the lesson changes; returns the new one. */
async function step(page: Page): Promise<string> {
  const sentence = strip(page).locator(".sentence");
  const before = await sentence.textContent();
  await expect(async () => {
    await follow(page);
    expect(await sentence.textContent({ timeout: 1000 })).not.toBe(before);
  }).toPass({ timeout: 60_000, intervals: [150] });
  return (await sentence.textContent()) ?? "";
}

for (const game of GAMES)
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const)
    test(
      `the first hand of ${game} is led by the newcomer to its end at ${width} pixels`,
      { tag: "@long" },
      async ({ page }) => {
        const errors = watchErrors(page);
        await page.setViewportSize({ width, height });
        await prefer(page, {});
        await page.goto(`/learn/${game}`);
        await expect(strip(page).locator(".sentence")).not.toBeEmpty();
        const deal = page.getByRole("button", { name: "Now a real game" });
        const told = [await strip(page).locator(".sentence").textContent()];
        while (told.length < 12 && !(await deal.isVisible())) told.push(await step(page));
        expect(told.length).toBeGreaterThan(6);
        await expect(deal).toBeFocused();
        // What is said at the end lies on the table and does not squeeze it.
        expect((await page.locator(".table").boundingBox())?.height).toBeGreaterThan(height * 0.85);
        await deal.click();
        await page.waitForURL(/\/play\//);
        await expect(page.locator(".hand .slot").first()).toBeVisible();
        expect(errors).toEqual([]);
      },
    );

test("the first hand is offered once: not after it was taken, and not after a deal", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/");
  await page.getByRole("link", { name: /Show me how.*2.min/ }).click();
  await page.waitForURL("/learn/crazy-eights");
  await expect(strip(page).locator(".sentence")).not.toBeEmpty();
  await page.getByRole("link", { name: "Skip", exact: true }).click();
  await page.waitForURL("/");
  await expect(page.getByRole("link", { name: "Read the rules" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Show me how/ })).toHaveCount(0);
  // Another game has not been shown yet; whoever deals it does not want to be.
  await page.locator('.game:has(input[value="crazier-eights"])').click();
  await expect(page.getByRole("link", { name: /Show me how.*3.min/ })).toBeVisible();
  await page.getByRole("button", { name: "Deal" }).click();
  await page.waitForURL(/\/play\//);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Read the rules" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Show me how/ })).toHaveCount(0);
  // It stays with the rules.
  await page.goto("/rules/crazier-eights");
  await expect(page.getByRole("link", { name: /Show me how/ })).toHaveAttribute("href", "/learn/crazier-eights");
});

test("another move gets a friendly word, and one that is not allowed its reason", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/learn/crazy-eights");
  await expect(strip(page)).toContainText("Play a heart or a seven.");
  await page.locator('.slot[data-card="JC"]').click();
  await expect(page.locator(".note")).toContainText("jack of clubs fits neither");
  await page.locator('.slot[data-card="8S"]').click();
  await page.locator(".last").getByRole("button", { name: "diamonds" }).click();
  await expect(strip(page).getByRole("status")).toContainText("You could, but let us try this:");
  await expect(strip(page).getByRole("status")).toContainText("Play a heart or a seven.");
  await expect(page.locator(".slot")).toHaveCount(5);
  await page.locator('.slot[data-card="5H"]').click();
  await expect(strip(page)).toContainText("Play your jack");
});

test("the first hand can be led by keyboard, and its sentences are announced", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/learn/crazy-eights");
  const says = strip(page).getByRole("status");
  await expect(says).toContainText("Play a heart or a seven.");
  for (let n = 0; n < 30 && !(await page.locator(".slot:focus").count()); n++) await page.keyboard.press("Tab");
  await page.keyboard.press("Home");
  while (!(await page.locator(".slot.hinted:focus").count())) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(says).toContainText("Play your jack");
});

test("German newcomers are led in German", async ({ page }) => {
  await prefer(page, { language: "de" });
  await page.goto("/");
  await page.getByRole("link", { name: /Zeig mir, wie.*2.Min/ }).click();
  await expect(strip(page)).toContainText("Spiel ein Herz oder eine Sieben.");
});

test("a chapter shows pictures of the cards that it names, and code only to the curious", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rulebook/crazy-eights/turn");
  await expect(page.locator("article .named", { hasText: "nine of hearts" }).first().locator("svg")).toBeVisible();
  await expect(page.locator("article")).toContainText("Who can play must (Score race)");
  await expect(page.locator("article code, article pre")).toHaveCount(0);
  await page.getByText("For the curious").click();
  await page.getByLabel(/Show the scripts/).check();
  await expect(page.locator("article code").first()).toBeVisible();
});

test("a card's page ends with what is easily forgotten", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rulebook/crazier-eights/card-devious-dragon");
  await expect(page.locator(".forgotten")).toContainText("it destroys itself");
});

test("an example is played on its own table, step by step, and then played on against bots", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await prefer(page, { name: "Mia" });
  await page.goto("/rulebook/crazy-eights/turn");
  const example = page.locator("figure").first();
  await expect(example.locator(".slot")).toHaveCount(4);
  // Only what teaches something is told: one card that does not fit, and the one that does.
  await expect(example.locator("li")).toHaveCount(2);
  await example.locator('.slot.hinted[data-card="9C"]').click();
  await expect(example.locator('li[aria-current="step"]')).toContainText("nine of clubs");
  await example.getByRole("button", { name: "Play on from here" }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".bar.mine")).toBeVisible();
  // It is the other one's turn now, so that is the seat: two cards that fit.
  await expect(page.locator('.slot[data-card="9D"]')).toBeVisible();
  await expect(page.locator(".slot")).toHaveCount(3);
});

test("a card of the gallery is explained sentence by sentence, and tried at a table", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rulebook/crazier-eights/cards");
  await page.locator("[data-card=devious-dragon]").click();
  const box = page.getByRole("dialog");
  await box.getByRole("button", { name: "At the beginning of your turn" }).click();
  await expect(box.getByRole("status")).toContainText("it does nothing on the turn it is played");
  await expect(box).toContainText("it destroys itself");
  await box.getByRole("button", { name: "Try it" }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".host .bar.mine")).toContainText("Devious Dragon");
});
