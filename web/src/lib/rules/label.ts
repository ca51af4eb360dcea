// What a field of a sheet, or one of its answers, is called.
import { language, translated } from "../i18n/index.svelte";
import { human } from "./schema";

/** A key as people write it. One that means two things is told apart by what is said about it. */
export function label(key: string, about: string): string {
  if (language().id === "en") return human(key);
  return translated(`${key} (${about})`, "label") ?? translated(key, "label") ?? human(key);
}
