// Addresses and pages.
import { expect, test } from "vitest";
import { match } from "./route.svelte";

test("every address leads to its page, with what it names", () => {
  expect(match("/")).toEqual({ page: "home", at: {} });
  expect(match("/t/ABCD")).toEqual({ page: "room", at: { code: "ABCD" } });
  expect(match("/rules/crazy-eights/score-race")).toEqual({
    page: "ruleset",
    at: { game: "crazy-eights", name: "score-race" },
  });
  expect(match("/compose/crazy-eights")).toEqual({ page: "compose", at: { game: "crazy-eights" } });
  expect(match("/replay/local/x-1")).toEqual({ page: "replay", at: { where: "local", id: "x-1" } });
});

test("parts are decoded, and nonsense does not throw", () => {
  expect(match("/t/a%20b").at).toEqual({ code: "a b" });
  expect(match("/t/%E0%A4%A").at).toEqual({ code: "%E0%A4%A" });
});

test("an unknown address is lost", () => {
  expect(match("/nowhere").page).toBe("lost");
  expect(match("/t").page).toBe("lost");
  expect(match("/rules/a/b/c").page).toBe("lost");
});
