// The end of a hand for two people at a table of the server: nobody misses it, and the next hand waits until all are ready.
import { expect, type Page } from "@playwright/test";
import { dealFor, openTable, ownServer, playSome, sitDown, test, type Person } from "./lib";

// On a busy machine one of the two may come to the end of a hand when the usual twelve seconds are over.
const server = ownServer({ handPause: 60_000 });

/** Two people at a table, with a bot if wanted. The match ends at 500 points, so a single hand does not end it. */
async function gather(person: Person, withBot = false): Promise<[Page, Page]> {
  const [ada, ben] = [await person("Ada"), await person("Ben")];
  const table = withBot ? { seats: 3, bots: { C: "newcomer" } } : { seats: 2 };
  await openTable(ada, { rules: "action-scored", ...table }, server.url);
  await sitDown(ben, ada);
  await dealFor(ada, ben);
  return [ada, ben];
}

const isAsked = (page: Page): Promise<boolean> => page.locator(".bar.mine").isVisible();

async function toEndOfHand(...pages: Page[]): Promise<void> {
  await Promise.all(pages.map((page) => playSome(page, 400, true)));
  for (const page of pages) await expect(page.locator(".hand-end")).toBeVisible();
}

test("the next hand is dealt when both are ready, and each sees whom everybody waits for", async ({ person }) => {
  const [ada, ben] = await gather(person);
  await toEndOfHand(ada, ben);
  await ben.getByRole("button", { name: "wait" }).click();
  // Both see the same hands and points, and nothing of the next hand.
  const rows = (page: Page): Promise<string[]> => page.locator(".hand-end .sum b").allTextContents();
  expect((await rows(ada)).sort()).toEqual((await rows(ben)).sort());
  for (const page of [ada, ben]) await expect(page.locator(".hand")).toHaveCount(0);
  // A player who asks for time gets it from everybody.
  await expect(ada.locator(".hand-end .wait")).not.toContainText("seconds");

  // A page that is loaded anew in the middle shows the end again.
  await ben.reload();
  await expect(ben.locator(".hand-end")).toBeVisible();

  await ada.getByRole("button", { name: "Deal the next hand" }).click();
  await expect(ada.locator(".hand-end").getByRole("status")).toHaveText("Waiting for Ben");
  await expect(ada.locator(".hand")).toHaveCount(0);
  await expect(ben.locator(".hand-end").getByLabel("ready", { exact: true })).toHaveCount(1);
  await expect(ben.locator(".hand-end")).toBeVisible();
  await ben.getByRole("button", { name: "Deal the next hand" }).click();
  for (const page of [ada, ben]) await expect(page.locator(".hand button").first()).toBeVisible();
  await expect.poll(async () => (await Promise.all([ada, ben].map(isAsked))).filter(Boolean).length).toBe(1);
  await playSome((await isAsked(ada)) ? ada : ben, 1);
});

test("a player who does nothing keeps the others waiting for some seconds only, and bots wait too", async ({
  person,
}) => {
  await server.stop();
  await server.start({ handPause: 8000 });
  const [ada, ben] = await gather(person, true);
  await toEndOfHand(ada, ben);
  // The bot plays nothing behind the end of the hand, and nothing is told of it.
  await expect(ada.locator(".hand-end .wait")).toContainText(/in [1-8] seconds/);
  await ada.getByRole("button", { name: "Deal the next hand" }).click();
  await expect(ada.locator(".hand-end").getByRole("status")).toHaveText("Waiting for Ben");
  for (const page of [ada, ben]) await expect(page.locator(".hand button").first()).toBeVisible();
  await expect(ben.locator(".hand-end")).toHaveCount(0);
});

test("a player who leaves at the end of a hand is not waited for", async ({ person }) => {
  const [ada, ben] = await gather(person);
  await toEndOfHand(ada, ben);
  await ben.getByRole("button", { name: "wait" }).click();
  await ada.getByRole("button", { name: "Deal the next hand" }).click();
  await expect(ada.locator(".hand-end").getByRole("status")).toHaveText("Waiting for Ben");
  await ben.close();
  await expect(ada.locator(".hand button").first()).toBeVisible();
});

test("a server that comes back finds everybody where they were", async ({ person }) => {
  const [ada, ben] = await gather(person);
  await toEndOfHand(ada, ben);
  await server.stop();
  await expect(ada.getByText("Connection lost")).toBeVisible();
  await server.start();
  for (const page of [ada, ben]) {
    await expect(page.getByText("Connection lost")).toHaveCount(0);
    await expect(page.locator(".hand-end")).toBeVisible();
  }
  for (const page of [ada, ben]) await page.getByRole("button", { name: "Deal the next hand" }).click();
  for (const page of [ada, ben]) await expect(page.locator(".hand button").first()).toBeVisible();
  await expect.poll(async () => (await Promise.all([ada, ben].map(isAsked))).filter(Boolean).length).toBe(1);
});
