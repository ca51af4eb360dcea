// At a table of the real server: names, and games that were left.
import { expect, type Page } from "@playwright/test";
import { prefer, sitDown, test } from "./lib";

/** Opens a table for two by action rules on the front page. */
async function openOnHome(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("combobox", { name: "Rules" }).selectOption("action");
  await page.getByRole("combobox", { name: "Players" }).selectOption("2");
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.waitForURL(/\/t\//);
  await expect(page.getByLabel("You are")).toBeVisible();
}

async function dealWithBot(page: Page): Promise<void> {
  await page.getByLabel(/^Put a bot on chair/).selectOption("newcomer");
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
}

test("a name typed while people gather is shown to everybody at once", async ({ person }) => {
  const [ada, ben] = [await person(), await person()];
  await openOnHome(ada);
  await sitDown(ben, ada);
  await expect(ben.getByLabel("You are")).toHaveAttribute("placeholder", /^Guest/);
  await ben.getByLabel("You are").fill("Ben");
  // The click ends the typing: what it sends must not get lost while the name changes.
  await ben.getByRole("button", { name: "I’m ready" }).click();
  await expect(ada.locator("li", { hasText: "Ben" })).toContainText("is ready");
  await expect(ben.getByRole("button", { name: "Wait, not yet" })).toBeVisible();
});

test("a name that the server refuses is explained", async ({ person }) => {
  const page = await person();
  await openOnHome(page);
  await page.getByLabel("You are").fill("\u200b\u200b");
  await page.getByLabel("You are").press("Enter");
  await expect(page.locator(".toasts .bad")).toBeVisible();
});

test("a game that was left is listed and can be continued", async ({ person }) => {
  const page = await person("Ada");
  await openOnHome(page);
  await dealWithBot(page);
  const table = new URL(page.url()).pathname;
  const hand = await page.locator(".hand button").count();
  await page.getByRole("link", { name: "Leave the table" }).click();
  await expect(page.getByRole("heading", { name: "Go on playing" })).toBeVisible();
  await expect(page.locator(`a[href="${table}"]`)).toContainText("Crazy Eights");
  await page.goto("/history");
  await page.locator(`a[href="${table}"]`).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
  expect(await page.locator(".hand button").count()).toBeGreaterThanOrEqual(hand);
});

test("a table that was cleared away is not listed", async ({ page }) => {
  await prefer(page, {});
  await page.addInitScript(() =>
    localStorage.setItem(
      "eights.tables",
      JSON.stringify([{ code: "NOSUCHTABLE", at: 1, game: "crazy-eights", title: "Action cards" }]),
    ),
  );
  // The page asks the server about the table before it lists it.
  const asked = page.waitForResponse((response) => response.url().endsWith("/api/tables/NOSUCHTABLE"));
  await page.goto("/");
  await asked;
  await expect(page.getByRole("heading", { name: "Go on playing" })).toHaveCount(0);
  await expect(page.locator('a[href="/t/NOSUCHTABLE"]')).toHaveCount(0);
});
