// With the real server: two people and two bots in each game, and a server that is killed in the middle.
import { deflateRawSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import type { NewTable } from "../src/generated/api";
import { dealFor, newTable, openTable, ownServer, playMatch, prefer, sitDown, test, type Person } from "./lib";

const FOUR: Partial<NewTable> = { seats: 4, bots: { C: "newcomer", D: "newcomer" } };

const server = ownServer();

/** One opens a table, the other comes by the link; at a table for four two bots sit down. */
async function gather(person: Person, table: Partial<NewTable> = FOUR): Promise<[Page, Page]> {
  const screen = { viewport: { width: 1100, height: 760 } };
  const [ada, ben] = [await person("Ada", screen), await person("Ben", screen)];
  await openTable(ada, table, server.url);
  await sitDown(ben, ada);
  await dealFor(ada, ben);
  return [ada, ben];
}

for (const [game, table] of Object.entries({
  "crazy-eights": FOUR,
  "crazier-eights": { ...FOUR, rules: "" },
  "crazy-8-ball": { rules: "" },
})) {
  test(`two people play a whole match of ${game}`, { tag: "@long" }, async ({ person }) => {
    const [ada, ben] = await gather(person, { ...table, game });
    await Promise.all([playMatch(ada, 1500), playMatch(ben, 1500)]);
  });
}

test("a server killed in the middle is found again without a click", async ({ person }) => {
  const [ada, ben] = await gather(person);
  const hand = (page: Page): Promise<(string | null)[]> =>
    page.locator(".hand button").evaluateAll((all) => all.map((one) => one.getAttribute("data-card")));
  const before = await hand(ben);
  await server.stop();
  await expect(ada.getByText("Connection lost")).toBeVisible();
  await server.start();
  for (const page of [ada, ben]) await expect(page.getByText("Connection lost")).toHaveCount(0);
  expect(await hand(ben)).toEqual(before);
  await Promise.all([playMatch(ada, 800), playMatch(ben, 800)]);
});

test("partners are marked at the table", async ({ person }) => {
  const page = await person("Ada");
  const sheet = { extends: "score-race", title: "Partners", teams: "pairs", players: { min: 4, max: 4 } };
  await page.goto(`${server.url}/house/crazy-eights#z=${deflateRawSync(JSON.stringify(sheet)).toString("base64url")}`);
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.waitForURL(/\/t\//);
  await expect(page.getByRole("heading", { name: "Chairs" })).toBeVisible();
  const sit = page.getByRole("button", { name: "Sit here" }).first();
  if (await sit.isVisible()) await sit.click();
  const bots = page.getByLabel(/^Put a bot on chair/);
  for (let left = await bots.count(); left > 0; left--) {
    await bots.first().selectOption("newcomer");
    await expect(bots).toHaveCount(left - 1);
  }
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
  await expect(page.locator(".seat .team.ally")).toHaveText(["Partner"]);
  await expect(page.locator(".seat .team:not(.ally)")).toHaveCount(2);
});

test("an old link and a full table have a way on", async ({ person }) => {
  const page = await person("Cleo");
  await page.goto(`${server.url}/t/NOSUCHTABLE`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("has been cleared");
  const [ada] = await gather(person);
  await page.goto(ada.url());
  await expect(page.locator(".table")).toBeVisible();
  await expect(page.locator(".hand button")).toHaveCount(0);
});

test("the lobby lists more than one page of tables", async ({ page, request }) => {
  for (let n = 0; n < 51; n++) await newTable(request, { settings: { public: true, chat: false } }, server.url);
  await prefer(page, {});
  await page.goto(`${server.url}/tables`);
  await expect(page.locator("a.table")).toHaveCount(50);
  await page.getByRole("button", { name: "Show more tables" }).click();
  await expect(page.locator("a.table")).toHaveCount(51);
});
