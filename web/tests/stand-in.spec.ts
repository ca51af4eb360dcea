// At a table with a clock: a turn that runs out is said, a bot that plays for somebody is named, and there is a way back.
import { expect } from "@playwright/test";
import type { NewTable } from "../src/generated/api";
import { expectAccessible } from "./axe";
import { dealFor, openTable, ownServer, sitDown, test } from "./lib";

// Bots that think for a while: otherwise they would have finished the match before anybody is back.
const server = ownServer({ botPause: 2500 });

/** A table with three seconds to answer. */
const hasty: Partial<NewTable> = {
  rules: "score-race",
  settings: { public: false, "turn-seconds": 3, chat: true, door: "open" },
};

test("a turn that runs out is said; a bot that takes over gives the cards back", async ({ person }) => {
  const page = await person("Ada");
  await openTable(page, { ...hasty, bots: { B: "newcomer" } }, server.url);
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.locator(".hand button").first()).toBeVisible();
  await expect(page.locator(".toasts")).toContainText("Your time ran out");
  await expect(page.getByText("Your time ran out, so a bot plays for you.")).toBeVisible();
  // It is said at once, whatever is being read.
  await expect(page.getByRole("alert").filter({ hasText: "a bot plays for you" })).toBeVisible();
  // Nobody is told that it is their turn while a bot plays.
  await expect(page.locator(".ask")).not.toContainText("Your turn");
  await page.getByRole("button", { name: "I’m back" }).click();
  await expect(page.getByText("Your time ran out, so a bot plays for you.")).toHaveCount(0);
  await expect(page.locator(".ask")).toContainText("Your turn");
});

test("the notice that a bot plays is accessible", { tag: "@long" }, async ({ person }) => {
  const page = await person("Ada");
  await openTable(page, { ...hasty, bots: { B: "newcomer" } }, server.url);
  await page.getByRole("button", { name: "Deal" }).click();
  await expect(page.getByText("Your time ran out, so a bot plays for you.")).toBeVisible();
  await expectAccessible(page, "stand-in");
});

test("the others see for whom a bot plays, by name, and who is back", { tag: "@long" }, async ({ person }) => {
  const [ada, jonas] = [await person("Ada"), await person("Jonas")];
  await openTable(ada, hasty, server.url);
  await sitDown(jonas, ada);
  await dealFor(ada, jonas);
  // Nobody answers: both get a bot in turn.
  const seat = ada.locator(".seat", { hasText: "Jonas" });
  // The first turn that runs out is marked where he sits.
  await expect(seat.locator(".late")).toContainText("time ran out");
  await expect(seat).toContainText("a bot plays for Jonas");
  await expect(ada.locator(".toasts")).toContainText("A bot plays for Jonas.");
  await jonas.getByRole("button", { name: "I’m back" }).click();
  await expect(seat).not.toContainText("a bot plays");
  await expect(ada.locator(".toasts")).toContainText("Jonas is back.");
  await expect(seat).toContainText("Jonas");
});
