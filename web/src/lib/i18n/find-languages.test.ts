import { expect, test } from "vitest";
import { de } from "./de";
import { LANGUAGES } from "./index.svelte";
import { findLanguages } from "./find-languages";

test("a language is a file or a folder, and calls itself by its own name", async () => {
  const load = async (): Promise<{ default: typeof de }> => ({ default: { ...de, id: "fr" } });
  const found = findLanguages({ "./fr.ts": load, "./pt/index.ts": load });
  expect(Object.entries(found).map(([id, one]) => [id, one.name])).toEqual([
    ["fr", "français"],
    ["pt", "português"],
  ]);
  expect((await found["fr"]?.load())?.default.id).toBe("fr");
});

test("English and German are there without being listed anywhere", async () => {
  expect(Object.entries(LANGUAGES).map(([id, one]) => [id, one.name])).toEqual([
    ["en", "English"],
    ["de", "Deutsch"],
  ]);
  expect((await LANGUAGES["de"]?.load())?.default).toBe(de);
});
