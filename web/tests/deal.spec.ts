// What is seen and can be done while cards are dealt, and cards that are dragged.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { deal, prefer } from "./lib";

const quick = {
  game: "crazy-eights",
  rules: { "crazy-eights": "action" },
  seats: { "crazy-eights": 2 },
  level: "newcomer",
};

/** A shuffle after which the bot begins, and one after which the king of diamonds can be laid on that of hearts at once. */
const [BOT_BEGINS, KING_ON_KING] = [5, 3];

/** A shuffle after which the person is the first of four. */
const YOU_BEGIN = 1;

test("the table is laid while the engine is on its way", async ({ page }) => {
  let come = (): void => undefined;
  const engine = new Promise<void>((done) => (come = done));
  await page.route("**/*.wasm", async (route) => {
    await engine;
    await route.continue();
  });
  await prefer(page, {}, { ...quick, seats: { "crazy-eights": 4 } }, YOU_BEGIN);
  await deal(page);
  await expect(page.locator(".table[aria-busy=true]")).toBeVisible();
  await expect(page.locator(".stock")).toHaveAccessibleName("Draw pile");
  await expect(page.locator(".seat")).toHaveCount(3);
  await expect(page.getByText("Waiting for the deal")).toBeVisible();
  await expect(page.locator(".hand button")).toHaveCount(0);
  const stood = await page.locator(".seat").first().boundingBox();
  come();
  await expect(page.locator(".hand button")).toHaveCount(5);
  await expect(page.locator(".stock")).toHaveAccessibleName(/Draw pile: \d+ cards/);
  // What was there already has not moved.
  expect(await page.locator(".seat").first().boundingBox()).toEqual(stood);
});

test("the felt keeps its size when the cards are dealt, and no connection notice appears", async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    (globalThis as unknown as { seen: Set<string> }).seen = seen;
    const look = (): void => {
      const [felt, line] = [document.querySelector(".board"), document.querySelector(".pill")];
      if (felt) seen.add(`${felt.clientWidth} × ${felt.clientHeight}`);
      if (line) seen.add(line.textContent);
      requestAnimationFrame(look);
    };
    look();
    // A notice shown between two frames would still be read out.
    new MutationObserver((all) => {
      const nodes = all.flatMap(({ addedNodes }) => [...addedNodes]);
      if (nodes.some((node) => node instanceof Element && node.matches(".pill"))) seen.add("the line");
    }).observe(document, { childList: true, subtree: true });
  });
  await prefer(page, {}, { ...quick, rules: { "crazy-eights": "ten-card" } }, BOT_BEGINS);
  await deal(page);
  await expect(page.locator(".hand button .card")).toHaveCount(10);
  expect(await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toHaveLength(1);
});

test("cards fly in when they are dealt, and can be used meanwhile", async ({ page }) => {
  await prefer(page, { speed: 2 }, quick, BOT_BEGINS);
  await deal(page);
  await expect(page.locator(".ghost").first()).toBeAttached();
  // Somebody else begins: what is tapped now is refused, with a reason, before the last card has landed.
  const card = await page.locator(".hand button").first().boundingBox();
  if (!card) throw new Error("there is a card");
  await page.mouse.click(card.x + card.width / 2, card.y + card.height / 2);
  await expect(page.locator(".note")).toBeVisible();
  expect(await page.locator(".ghost").count()).toBeGreaterThan(0);
  await expect(page.locator(".ghost")).toHaveCount(0);
  // Somebody may have made us draw since.
  const faceless = page.locator(".hand button:not(:has(.card))");
  await expect(faceless).toHaveCount(0);
});

test("a bot waits until the cards are dealt", async ({ page }) => {
  await prefer(page, { speed: 2 }, quick, BOT_BEGINS);
  // Watched from inside the page and from the start: cards fly for less time than a busy machine may need to look.
  await page.addInitScript(() => {
    const seen = { flying: false, landed: false, answered: null as boolean | null };
    Object.assign(globalThis, { seen });
    const look = (): void => {
      const flying = document.querySelector(".ghost") !== null;
      seen.landed ||= seen.flying && !flying;
      seen.flying ||= flying;
      // The first two sentences are about the deal itself.
      if (document.querySelectorAll(".said p").length > 2) seen.answered ??= seen.landed;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await deal(page);
  const landed = (): Promise<boolean | null> =>
    page.evaluate(() => (globalThis as unknown as { seen: { answered: boolean | null } }).seen.answered);
  await expect.poll(landed, { timeout: 60_000 }).toBe(true);
});

async function drag(
  page: Page,
  card: Locator,
  by: (at: { x: number; y: number }) => Promise<{ x: number; y: number }>,
): Promise<void> {
  const box = await card.boundingBox();
  if (!box) throw new Error("the card is there");
  const from = { x: box.x + 20, y: box.y + box.height / 2 };
  const to = await by(from);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

test("a card is dragged to the pile; let go elsewhere, it goes back", async ({ page }) => {
  await prefer(page, {}, quick, KING_ON_KING);
  await deal(page);
  await expect(page.locator(".hand button .card").first()).toBeVisible();
  const king = page.locator('.hand button[data-card="KD"]');
  await expect(king).toHaveClass(/can/);

  await drag(page, king, async (at) => ({ x: at.x + 60, y: at.y + 10 }));
  await expect(page.locator(".hand button")).toHaveCount(7);
  await expect(page.locator(".is-dragging")).toHaveCount(0);

  await drag(page, king, async () => {
    const pile = await page.locator(".discard").boundingBox();
    if (!pile) throw new Error("there is a pile");
    return { x: pile.x + pile.width / 2, y: pile.y + pile.height / 2 };
  });
  await expect
    .poll(async () => (await page.locator(".said p").allTextContents()).includes("You play the king of diamonds."))
    .toBe(true);
  await expect(page.locator(".is-dragging")).toHaveCount(0);
});

for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"]) {
  test(`a reload of ${game} asks for the files of the table before the first script has run`, async ({ page }) => {
    await prefer(page, {});
    await deal(page, game);
    await expect(page.locator(".hand.settled")).toBeVisible();
    const asked = new Map<string, number>();
    page.on("response", (answer) => asked.set(new URL(answer.url()).pathname, answer.status()));
    await page.reload();
    await expect(page.locator(".hand button").first()).toBeVisible();
    const early = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel$=preload]")].map((link) => new URL(link.href).pathname),
    );
    for (const part of ["table", game])
      for (const kind of ["js", "css"])
        expect(early).toContainEqual(expect.stringMatching(`^/assets/${part}-[^/]+\\.${kind}$`));
    for (const file of early) expect(asked.get(file), file).toBe(200);
    // Whatever the table draws with was asked for early.
    const scripts = [...asked.keys()].filter((file) => /\/(Piles|Seat|Symbols|sounds)-[^/]+\.js$/.test(file));
    for (const file of scripts) expect(early).toContain(file);
  });
}
