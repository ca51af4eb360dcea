// The words of the table in the language of the player.

import { de } from "./de";
import { en, type Words } from "./en";

export type { Words } from "./en";

/** All words of a language; English where there is none. */
export function wordsOf(lang: string): Words {
  return lang === "de" ? de : en;
}

/** A text with its gaps filled: `{a}`, `{k}`. */
export function fill(text: string, gaps: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap] ?? ""));
}
