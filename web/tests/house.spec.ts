// A house rule composed, shared as a link, opened in another browser, and played.
import { expect } from "@playwright/test";
import { prefer, test } from "./lib";

test("composed, checked at the field, shared, opened elsewhere and played", async ({ page, person }) => {
  await prefer(page, {});
  await page.goto("/compose/crazy-eights/action");
  await page.getByLabel("Name", { exact: true }).fill("Grandma's rules");
  await page.getByRole("button", { name: "Before" }).click();
  const cards = page.locator("[id='deal.with-more-packs-in']");
  await cards.fill("31");
  await cards.press("Tab");
  await expect(page.locator("[id='deal.with-more-packs-wrong'] .wrong")).toContainText("31 is not between 1 and 30");
  await expect(page.getByRole("button", { name: "Try it with" })).toBeDisabled();
  await cards.fill("9");
  await cards.press("Tab");
  await expect(page.locator("[id='deal.with-more-packs-wrong'] .wrong")).toHaveCount(0);
  await page.getByRole("button", { name: "In a turn" }).click();
  await page.getByLabel("until one fits").check({ force: true });
  await expect(page.locator("aside ins", { hasText: "until" })).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByLabel("Link that carries the rules").inputValue();
  expect(new URL(link).hash).toMatch(/^#z=[\w-]+$/);

  const friend = await person();
  await friend.goto(link);
  await expect(friend.getByRole("heading", { level: 1 })).toHaveText("Grandma's rules");
  await friend.getByRole("button", { name: "Try it with" }).click();
  await friend.waitForURL(/\/play\//);
  await expect(friend.locator(".hand button").first()).toBeVisible();
  await expect(friend.locator(".name .about")).toContainText("Grandma's rules");
});

test("a draft survives a reload and a look at other pages", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/compose/crazy-eights/score-race");
  await page.getByLabel("Name", { exact: true }).fill("Friday rules");
  await page.getByRole("button", { name: "In a turn" }).click();
  await page.getByLabel("I may play any card").check({ force: true });
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Friday rules");
  await page.getByRole("button", { name: "In a turn · 1 change" }).click();
  await expect(page.getByLabel("I may play any card")).toBeChecked();
  // Another rule set has a draft of its own, and the game without a set opens the newest.
  await page.getByRole("link", { name: "Basic game" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Our house rules");
  await page.goto("/settings");
  await page.goto("/compose/crazy-eights");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Friday rules");
  await page.getByRole("button", { name: "Put them back" }).click();
  await expect(page.getByText("1 change")).toHaveCount(0);
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "In a turn · 1 change" })).toBeVisible();
});

test("the buttons beside a draft stay where they are first shown", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/compose/crazy-eights/score-race");
  await page.getByRole("button", { name: "In a turn" }).click();
  await page.getByLabel("I may play any card").check({ force: true });
  // Whatever waits for a while happens only when the test says so.
  await page.clock.install();
  await page.reload();
  const putBack = page.getByRole("button", { name: "Put them back" });
  await expect(putBack).toBeVisible();
  const at = await putBack.boundingBox();
  if (!at) throw new Error("the button is nowhere");
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.clock.runFor(1000);
  await expect(page.locator(".read p").first()).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText("1 change")).toHaveCount(0);
});

test("a special card is added, said in words, and a mistake is told in its row", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/compose/crazy-eights/score-race");
  await page.getByRole("button", { name: "Special cards" }).click();
  const special = page.getByRole("region", { name: "Which cards do something?" });
  await expect(special.locator("li", { hasText: "Twos" })).toContainText("the next player draws two");
  await special.getByLabel("Another card").fill("ZZ");
  await special.getByRole("button", { name: "Add" }).last().click();
  await expect(special.locator("li", { hasText: "ZZ" }).locator(".wrong")).toContainText("unknown card");
  await expect(page.getByRole("button", { name: "Special cards · 1 problem" })).toBeVisible();
  await special.locator("li", { hasText: "ZZ" }).getByRole("button", { name: "Put it back" }).click();
  await expect(special.locator("li", { hasText: "ZZ" })).toHaveCount(0);
  await special.getByLabel("Another card").fill("QS");
  await special.getByLabel("Another card").press("Enter");
  await expect(special.locator("li", { hasText: "Queen of spades" })).toContainText("new");
  // A number of players is not asked for as if it were a card.
  await page.getByRole("button", { name: "Before" }).click();
  await expect(page.getByPlaceholder("2, 3-5, other").first()).toBeVisible();
  await expect(page.getByPlaceholder(/QS/)).toHaveCount(0);
});

test("a broken link has a way on", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/house/crazy-eights#z=abc");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("carries no rules");
  await page.getByRole("link", { name: "Rules", exact: true }).last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rules");
});

test("an example of the rulebook is played step by step, in sentences", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rulebook/crazy-eights/wild-cards");
  await page.getByRole("button", { name: "Play this example" }).first().click();
  const example = page.locator("figure").first();
  await expect(example.locator(".hand button").first()).toBeVisible();
  await expect(example.getByText("This is how it begins.")).toBeVisible();
  const steps = example.locator("ol li");
  await expect(steps.first()).toContainText("Ada plays the eight of clubs. Ada names hearts.");
  await example.getByRole("button", { name: "Next step" }).click();
  await expect(steps.first()).toHaveAttribute("aria-current", "step");
  await expect(steps.nth(1)).toContainText("Ben may not:");
  await steps.nth(1).getByRole("button").click();
  await expect(steps.nth(1)).toHaveAttribute("aria-current", "step");
  await expect(example.getByText("Step 2 of 2")).toBeVisible();
});

test("scripts, clauses and old bugs are for the curious", async ({ page }) => {
  await prefer(page, {});
  await page.goto("/rulebook");
  await expect(page).toHaveURL(/\/rules$/);
  await page.getByRole("link", { name: "How to play" }).first().click();
  await expect(page.locator(".learn li").first()).toContainText("Setting up");
  await page.getByRole("link", { name: "Wild cards" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wild cards");
  const script = page.getByText("clauses: CE-TURN-2").first();
  await expect(script).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Old bugs" })).toBeHidden();
  await page.getByText("For the curious").click();
  await expect(page.getByRole("link", { name: "Old bugs" })).toBeVisible();
  await page.getByLabel("Show the scripts and clauses").check();
  await expect(script).toBeVisible();
  await page.reload();
  await expect(script).toBeVisible();
  await page.getByRole("link", { name: "Drawing" }).last().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Drawing");
});

test("the rulebook is in German for who reads German, and its examples play there too", async ({ page }) => {
  await prefer(page, { language: "de" });
  await page.goto("/rulebook/crazy-eights/wild-cards");
  await expect(page).toHaveTitle("Wunschkarten – Eights");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wunschkarten");
  await expect(page.locator("main [lang=en]")).toHaveCount(0);
  await page.getByRole("button", { name: "Dieses Beispiel spielen" }).first().click();
  const example = page.locator("figure").first();
  await expect(example.locator(".hand button").first()).toBeVisible();
  await example.getByRole("button", { name: "Nächster Schritt" }).click();
  await expect(example.locator("ol li").last()).toContainText("Ben darf nicht:");
  await page.getByRole("navigation", { name: "Seiten" }).getByRole("link", { name: "Ein Zug", exact: true }).click();
  await expect(page).toHaveTitle("Ein Zug – Eights");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ein Zug");
});
