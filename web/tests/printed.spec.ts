// Packs with names of their own: what is printed on the cards, and what they are called.
import { expect, test } from "@playwright/test";
import { prefer, watchErrors } from "./lib";

test("cards show and are called what the rule set prints on them", async ({ page }) => {
  const errors = watchErrors(page);
  await prefer(page, { sort: true });
  await page.goto("/rulebook/crazy-eights/packs");
  const example = page.locator("figure").last();
  await example.getByRole("button", { name: "Play this example" }).click();
  const under = example.getByRole("button", { name: /^Unter of acorns/ });
  await expect(under).toBeVisible();
  await expect(under.locator("text.rank").first()).toHaveText("U");
  await expect(under.locator("text.name")).toHaveText("Unter");
  await under.click();
  await expect(example.getByText(/Unter of acorns/).first()).toBeVisible();
  expect(errors).toEqual([]);
});
