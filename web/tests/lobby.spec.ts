// People gather at a table of the real server: chairs, names, readiness, refusals, and the ways out.
import { expect } from "@playwright/test";
import { openTable, PHONE, sitDown, watchErrors, test } from "./lib";

test("one main button at a time: the guest gets ready, the host deals", async ({ person }) => {
  const [anna, mia] = [await person("Anna"), await person("Mia", PHONE)];
  await openTable(anna);
  await sitDown(mia, anna);
  await expect(mia.getByRole("heading", { level: 1 })).toHaveText("Anna’s table");
  await expect(mia.getByText("Anna deals as soon as you are ready.")).toBeVisible();
  const deal = anna.getByRole("button", { name: "Deal" });
  await expect(anna.getByText("Waiting for Mia.")).toBeVisible();
  await expect(deal).not.toHaveClass(/main/);
  await expect(mia.locator(".button.main")).toHaveText(["I’m ready"]);
  await mia.getByRole("button", { name: "I’m ready" }).click();
  await expect(deal).toHaveClass(/main/);
  await expect(anna.locator("li", { hasText: "Mia" })).toContainText("is ready");
  await deal.click();
  for (const page of [anna, mia]) await expect(page.locator(".hand button").first()).toBeVisible();
});

test("a refused deal is explained once, and nothing of it is left at the table", async ({ person }) => {
  const [anna, mia] = [await person("Anna"), await person("Mia")];
  const errors = watchErrors(anna);
  await openTable(anna);
  await sitDown(mia, anna);
  await anna.getByRole("button", { name: "Deal" }).click();
  await expect(anna.locator(".toasts .bad")).toHaveCount(1);
  await mia.getByRole("button", { name: "I’m ready" }).click();
  await expect(anna.getByText("Everybody is ready.")).toBeVisible();
  await expect(anna.locator(".toasts .bad")).toHaveCount(1);
  // A second refusal is a second message.
  await mia.getByRole("button", { name: "Wait, not yet" }).click();
  await expect(anna.getByText("Waiting for Mia.")).toBeVisible();
  await anna.getByRole("button", { name: "Deal" }).click();
  await expect(anna.locator(".toasts .bad")).toHaveCount(2);
  await mia.getByRole("button", { name: "I’m ready" }).click();
  await expect(anna.getByText("Everybody is ready.")).toBeVisible();
  await anna.getByRole("button", { name: "Deal" }).click();
  await expect(anna.locator(".hand button").first()).toBeVisible();
  await expect(anna.locator(".ask")).not.toContainText("ready");
  expect(errors).toEqual([]);
});

test("on a phone the lobby has a way out", async ({ person }) => {
  const page = await person("Anna", PHONE);
  await openTable(page);
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.getByRole("link", { name: "Leave the table" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("somebody who is sent away reads by whom, and is led on", async ({ person }) => {
  const [anna, jonas] = [await person("Anna"), await person("Jonas")];
  await openTable(anna, { seats: 3 });
  await sitDown(jonas, anna);
  await anna.getByRole("button", { name: "Send Jonas away" }).click();
  for (let visit = 0; visit < 2; visit++) {
    await expect(jonas.getByRole("heading", { level: 1 })).toHaveText("Anna gave your chair to somebody else.");
    await expect(jonas.locator(".button.main")).toHaveText(["Find another table"]);
    await jonas.reload();
  }
  await jonas.getByRole("link", { name: "Find another table" }).click();
  await expect(jonas).toHaveURL(/\/tables$/);
});

test("the host fills every free chair with bots at once, and deals", async ({ person }) => {
  const anna = await person("Anna");
  await openTable(anna, { seats: 5 });
  await anna.getByRole("button", { name: "Bots on all free chairs" }).click();
  await expect(anna.locator("li.free")).toHaveCount(0);
  await expect(anna.getByText("Everybody is ready.")).toBeVisible();
  await anna.getByRole("button", { name: "Deal" }).click();
  await expect(anna.locator(".hand button").first()).toBeVisible();
});

for (const seats of [2, 4, 7, 16]) {
  test(`${seats} chairs fit round the table on a phone and on a desk`, async ({ person }) => {
    const page = await person("Anna");
    await openTable(page, { seats });
    await expect(page.locator("li.free")).toHaveCount(seats - 1);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `at ${width}`).toBe(0);
      const boxes = await page
        .locator("li")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1))
          expect(
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
          ).toBe(false);
      }
    }
  });
}
