// The language of the page. English is built in; others are loaded on demand.
import { whenIdle } from "../idle";
import { bookOf } from "../phrases";
import type { Book } from "../phrases/book";
import { en } from "./en";
import type { Key, Language } from "./language";
import { findLanguages, languageEntry, type LanguageEntry } from "./find-languages";

export type { Key } from "./language";

/** The languages there are. */
export const LANGUAGES: Record<string, LanguageEntry> = {
  en: languageEntry("en", () => Promise.resolve({ default: en })),
  ...findLanguages(import.meta.glob<{ default: Language }>(["./??.ts", "./??/index.ts", "!./en/index.ts"])),
};

let current = $state.raw<Language>(en);
let book = $state.raw<Book | null>(null);

/** How long a page waits for the phrasebook, so that no English turns into something else before the reader's eyes. */
const PATIENCE = 400;

/** Speaks another language from now on. A phrasebook that comes late is used when it comes. */
export async function setLanguage(id: string): Promise<void> {
  const wanted = (await LANGUAGES[id]?.load())?.default ?? en;
  current = wanted;
  // The same word again would have the browser look at every element anew.
  if (document.documentElement.lang !== wanted.id) document.documentElement.lang = wanted.id;
  book = null;
  // The English one only mends what the engine says; it is not worth a wait, nor a place among the first things to do.
  const phrases = (wanted === en ? whenIdle() : Promise.resolve())
    .then(() => loadPhrases(wanted))
    .catch(() => undefined);
  if (wanted !== en) await Promise.race([phrases, new Promise((done) => setTimeout(done, PATIENCE))]);
}

async function loadPhrases(wanted: Language): Promise<void> {
  const text = await wanted.phrases?.();
  if (text && current === wanted) book = bookOf(wanted, text.default);
}

/** The language that is spoken. */
export function language(): Language {
  return current;
}

/** What the engine said, in the language of the page; null where its phrasebook lacks it. Names are those of the seats. */
export function translated(english: string, kind?: string, names?: Record<string, string>): string | null {
  return book?.say(english, kind, names) ?? (current === en ? english : null);
}

/** The same, in English where there is no other. */
export function translate(english: string, kind?: string, names?: Record<string, string>): string {
  return translated(english, kind, names) ?? english;
}

/** The word for something; `{name}` is filled in, and of `one|many` the right form is taken by `n`. */
export function t(key: Key, fill: Record<string, string | number> = {}): string {
  return filled(current.page[key], fill);
}

export function filled(text: string, fill: Record<string, string | number>): string {
  const forms = text.split("|");
  const form = forms.length > 1 && fill["n"] !== 1 ? forms[1] : forms[0];
  return (form ?? text).replace(/\{(\w+)\}/g, (whole, name: string) => String(fill[name] ?? whole));
}

/** A word that may be missing, such as the name of a bot's level that is newer than this page. */
export function wordOr(key: string, otherwise: string): string {
  return key in current.page ? current.page[key as Key] : otherwise;
}

/** A date as people write it where the reader is: English alone would be American. */
export function day(at: number): string {
  const locale = navigator.languages.find((one) => one.split("-")[0] === current.id) ?? current.id;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
