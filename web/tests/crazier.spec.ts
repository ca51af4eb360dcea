// Crazier Eights is about reading: texts on the cards, every played card shown large, and nothing done by the first click.
import { expect, test, type Page } from "@playwright/test";
import { deal, prefer } from "./lib";

test.use({ viewport: { width: 1440, height: 900 } });

async function dealOn(page: Page, settings: Record<string, unknown>, seats = 2): Promise<void> {
  await prefer(page, settings, { game: "crazier-eights", seats: { "crazier-eights": seats }, level: "newcomer" });
  await deal(page, "crazier-eights");
  await expect(page.locator(".hand.settled")).toBeVisible();
}

/** Ends one's turns until something is there. */
async function passUntil(page: Page, query: string): Promise<void> {
  const wanted = page.locator(query).first();
  for (let n = 0; n < 400 && !(await wanted.isVisible()); n++) {
    const answer = page.locator(".answer, .tray button, .seat .pick").first();
    if (await answer.isVisible()) await answer.click({ timeout: 500 }).catch(() => undefined);
    await page.waitForTimeout(60);
  }
  await expect(wanted).toBeVisible({ timeout: 2000 });
}

/** Does the first thing that can be done, but does not end the turn. */
async function act(page: Page): Promise<void> {
  const ways = [".last button", ".tray button", ".seat .pick", ".slot.can", ".answer:not(:text-is('End turn'))"];
  for (const way of ways) {
    const found = page.locator(way).first();
    if (await found.isVisible()) {
      await found.click({ timeout: 1000 }).catch(() => undefined);
      break;
    }
  }
  await page.waitForTimeout(200);
}

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
  await passUntil(page, ".presented");
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
  // A card may be over before it is held: then the next one is.
  await expect(async () => {
    await passUntil(page, ".presented .stop");
    await page.locator(".presented .stop").click({ timeout: 500 });
  }).toPass();
  await page.waitForTimeout(6000);
  await expect(page.locator(".presented")).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.locator(".presented .ring")).toHaveCount(0);
});

test("ending the turn stays quiet while something else can be done, and is the main button then", async ({ page }) => {
  await dealOn(page, {});
  let quiet = 0;
  for (let n = 0; n < 80; n++) {
    const end = page.locator(".answer:text-is('End turn')");
    if (await end.isVisible()) {
      const usable = await page.locator(".slot.can").count();
      const look = (await end.getAttribute("class").catch(() => null)) ?? "";
      if (usable > 0 && look.includes("quiet")) quiet += 1;
      if (usable === 0 && look.includes("main")) {
        expect(quiet).toBeGreaterThan(0);
        return;
      }
    }
    await act(page);
  }
  throw new Error("there was always something to do");
});

test("a turn in which nothing is left to do ends by itself for those who wish it", async ({ page }) => {
  await dealOn(page, { autoEnd: true });
  // The sentence may be gone before the next look, since bots do not wait here.
  await page.evaluate(() => {
    const ended = { seen: false };
    Object.assign(window, { ended });
    const said = document.querySelector(".table") as Element;
    new MutationObserver(() => (ended.seen ||= said.textContent.includes("You end your turn"))).observe(said, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const ended = (): Promise<boolean> =>
    page.evaluate(() => (window as unknown as { ended: { seen: boolean } }).ended.seen);
  // Playing and discarding, until nothing is left; then nobody has to press anything.
  for (let n = 0; n < 60 && !(await ended()); n++) await act(page);
  expect(await ended()).toBe(true);
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
