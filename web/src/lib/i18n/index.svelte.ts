// Words of the page in the reader's language. English is always there; the others are loaded when wanted.
import { en } from "./en";

export type Key = keyof typeof en;
export type Words = Record<Key, string>;

/** The languages there are: one file each, complete, or the type check fails. */
export const LANGUAGES: Record<string, { name: string; load: () => Promise<Words> }> = {
  en: { name: "English", load: () => Promise.resolve(en) },
  de: { name: "Deutsch", load: () => import("./de").then((module) => module.de) },
};

let current = $state.raw<{ words: Words; language: string }>({ words: en, language: "en" });

/** Speaks another language from now on. */
export async function speak(language: string): Promise<void> {
  const known = LANGUAGES[language] ? language : "en";
  const words = await (LANGUAGES[known] as { load: () => Promise<Words> }).load();
  current = { words, language: known };
  document.documentElement.lang = known;
}

/** The language that is spoken. */
export function language(): string {
  return current.language;
}

/** The word for something; `{name}` is filled in, and of `one|many` the right form is taken by `n`. */
export function t(key: Key, fill: Record<string, string | number> = {}): string {
  return filled(current.words[key], fill);
}

export function filled(text: string, fill: Record<string, string | number>): string {
  const forms = text.split("|");
  const form = forms.length > 1 && fill["n"] !== 1 ? forms[1] : forms[0];
  return (form ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => String(fill[name] ?? whole));
}

/** A word that may be missing, such as the name of a bot's level that is newer than this page. */
export function perhaps(key: string, otherwise: string): string {
  return key in current.words ? current.words[key as Key] : otherwise;
}

/** A date as people write it. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(current.language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
