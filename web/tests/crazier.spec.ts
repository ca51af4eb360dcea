// Crazier Eights is about reading: texts on the cards, every played card shown large, and nothing done by the first click.
import { expect, test, type Page } from "@playwright/test";
import { deal, prefer, pressUntil } from "./lib";

test.use({ viewport: { width: 1440, height: 900 } });

async function dealOn(page: Page, settings: Record<string, unknown>, seats = 2): Promise<void> {
  await prefer(page, settings, { game: "crazier-eights", seats: { "crazier-eights": seats }, level: "newcomer" });
  await deal(page, "crazier-eights");
  await expect(page.locator(".hand.settled")).toBeVisible();
}

/** Presses that end one's turn and answer what cards ask. */
const PASS = [".answer", ".tray button", ".seat .pick"];
const END_TURN = ".answer[data-verb='end']";
/** Everything that can be done but ending the turn. */
const ACT = [".last button", ".tray button", ".seat .pick", ".slot.can", ".answer:not([data-verb='end'])"];

test("every card of the hand can be read where it lies, and a click only reads it", async ({ page }) => {
  await dealOn(page, {});
  const texts = page.locator(".hand .text");
  await expect(texts.first()).toBeVisible();
  for (const text of await texts.all()) {
    expect((await text.textContent())?.length).toBeGreaterThan(15);
    expect(await text.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(11);
  }
  for (const picture of await page.locator(".hand .art img").all())
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText("Nothing in play")).toHaveCount(0);

  await expect(page.locator(".slot.can").first()).toBeVisible();
  const before = await page.locator(".slot").count();
  await page.locator(".slot.can").first().click();
  const box = page.getByRole("dialog");
  await expect(box.locator(".shown b")).not.toBeEmpty();
  await page.waitForTimeout(400);
  expect(await page.locator(".slot").count()).toBe(before);
  const play = box.getByRole("button", { name: /^Play/ });
  const away = box.getByRole("button", { name: /^Discard/ });
  // Never the same shape: one has a lamp's filling, the other a dashed edge.
  if (await play.count()) {
    await expect(play).toHaveCSS("border-top-style", "solid");
    await expect(play).toHaveAccessibleDescription(/stays before you|you choose|at once/);
  }
  if (await away.count()) await expect(away.first()).toHaveCSS("border-top-style", "dashed");
});

test("a card that somebody plays is shown large with its text until one goes on", async ({ page }) => {
  await dealOn(page, { speed: 2 });
  await pressUntil(page, PASS, ".presented");
  const card = page.locator(".presented");
  await expect(card.getByRole("heading")).toHaveText(/ plays? /);
  const title = (await card.getByRole("heading").textContent()) ?? "";
  expect((await card.locator(".text").textContent())?.length).toBeGreaterThan(15);
  expect((await card.locator(".big").boundingBox())?.width).toBeGreaterThanOrEqual(180);
  await expect(page.locator(".table > .sr[role=status]")).toContainText(title);
  await page.waitForTimeout(1500);
  await expect(card).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Space");
  await expect(card.getByRole("heading", { name: title, exact: true })).toHaveCount(0);
  await expect(page.locator(".table")).toContainText(title);
});

test("who wants to stay at a card can", async ({ page }) => {
  await dealOn(page, { speed: 0.5 });
  await pressUntil(page, PASS, ".presented .stop", { press: true });
  await page.waitForTimeout(6000);
  await expect(page.locator(".presented")).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".presented .ring")).toHaveCount(0);
});

test("ending the turn stays quiet while something else can be done, and is the main button then", async ({ page }) => {
  await dealOn(page, {});
  await expect(page.locator(".slot.can").first()).toBeVisible();
  await expect(page.locator(`${END_TURN}.quiet`)).toHaveText("End turn");
  await pressUntil(page, ACT, `.table:not(:has(.slot.can)) ${END_TURN}.main`);
});

test("a turn in which nothing is left to do ends by itself for those who wish it", async ({ page }) => {
  await dealOn(page, { autoEnd: true });
  // The sentence may be gone before the next look, since bots do not wait here.
  await page.evaluate(() => {
    const said = document.querySelector(".table") as Element;
    new MutationObserver(() => {
      if (said.textContent.includes("You end your turn")) document.body.classList.add("ended");
    }).observe(said, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  // Playing and discarding, until nothing is left; then nobody has to press anything.
  await pressUntil(page, ACT, "body.ended");
});

test("the gallery has every card, finds by word and colour, and says what is easily forgotten", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rules/crazier-eights");
  await page.getByRole("link", { name: "All cards in pictures" }).click();
  const cards = page.locator(".gallery [data-card]");
  await expect(cards).toHaveCount(67);
  await page.getByRole("searchbox").fill("black cat");
  await expect(cards).toHaveCount(1);
  await expect(page.getByText("One card", { exact: true })).toBeVisible();
  await cards.first().click();
  await expect(page.getByRole("dialog")).toContainText("It must be destroyed. Taken into a hand");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("");
  await page.getByRole("combobox", { name: "All colours" }).selectOption("blue");
  expect(await cards.count()).toBeLessThan(25);
});
