// Cards with shapes instead of suits: how they are drawn, named and asked for.
import { expect, test } from "@playwright/test";
import { prefer, watchErrors } from "./lib";

test("cards with shapes are drawn as such, and a wild card asks for one of five", async ({ page }) => {
  const errors = watchErrors(page);
  await prefer(page, {});
  await page.goto("/rulebook/crazy-eights/market");
  const example = page.locator("figure").nth(4);
  await example.getByRole("button", { name: "Play this example" }).click();
  // The four of circles is 4C, which is a club in other games.
  await expect(example.getByRole("button", { name: /^4 of circles/ })).toBeVisible();
  await expect(example.getByRole("button", { name: /^7 of stars/ })).toBeVisible();
  await example.getByRole("button", { name: /^joker 3/ }).click();
  const shapes = page.locator(".box button.suit");
  await expect(shapes).toHaveText(["circles", "triangles", "crosses", "squares", "stars"]);
  const drawn = await shapes.locator("use").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  expect(drawn).toEqual(["#s-circle", "#s-triangle", "#s-cross", "#s-square", "#s-star"]);
  await shapes.nth(1).click();
  await expect(example.getByRole("img", { name: /triangles/ })).toBeVisible();
  expect(errors).toEqual([]);
});
