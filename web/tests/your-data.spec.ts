// With the real server: download and delete what it has stored about a person.
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { newTable, ownServer, prefer } from "./lib";

test.describe("what the server knows about somebody", () => {
  const server = ownServer();

  for (const words of [
    {
      language: "en",
      export: "Download everything",
      delete: "Delete everything",
      sure: "Delete everything about you on this server?",
      keep: "Keep it",
      yes: "Yes, delete it",
      done: "Everything about you on this server is deleted.",
    },
    {
      language: "de",
      export: "Alles herunterladen",
      delete: "Alles löschen",
      sure: "Alles über dich auf diesem Server löschen?",
      keep: "Behalten",
      yes: "Ja, löschen",
      done: "Alles über dich auf diesem Server ist gelöscht.",
    },
  ]) {
    test(`is downloaded and deleted from the settings (${words.language})`, async ({ page, context }) => {
      await prefer(page, { name: "Ada", language: words.language });
      const { url } = server;
      await page.goto(`${url}/settings`);
      await expect(page.getByRole("button", { name: words.export })).toBeVisible();
      await page.request.get(`${url}/api/me`);
      await page.request.put(`${url}/api/me`, { headers: { "X-Eights": "1" }, data: { name: "Ada" } });
      const code = await newTable(page.request, {}, url);

      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: words.export }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("eights.json");
      const text = readFileSync((await download.path()) ?? "", "utf8");
      const found = JSON.parse(text) as { person: { name: string }; tables: { code: string }[] };
      expect([found.person.name, found.tables.map((table) => table.code)]).toEqual(["Ada", [code]]);

      // Nothing happens without the second click.
      await page.getByRole("button", { name: words.delete }).click();
      await expect(page.getByRole("alertdialog", { name: words.sure })).toBeVisible();
      await expect(page.getByRole("button", { name: words.keep })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alertdialog")).toHaveCount(0);
      expect((await page.request.get(`${url}/api/tables/${code}`)).status()).toBe(200);

      const before = await context.cookies();
      expect(before.map((cookie) => cookie.name)).toEqual(["eights"]);
      await page.getByRole("button", { name: words.delete }).click();
      await page.getByRole("button", { name: words.yes }).click();
      await expect(page.getByText(words.done)).toBeVisible();
      expect(await context.cookies()).toEqual([]);
      expect((await page.request.get(`${url}/api/tables/${code}`)).status()).toBe(404);
      await expect(page.locator("#name")).toHaveValue("");
      // The old cookie leads to nobody.
      await context.addCookies(before);
      expect((await page.request.get(`${url}/api/me/export`)).status()).toBe(401);
    });
  }
});
