// The pages of the rulebook, loaded game by game in the language of the reader, and in English where there is no other.
import shelf from "virtual:rulebook";
import { titleOf } from "./markdown";

export interface Page {
  name: string;
  title: string;
  text: string;
  /** The language it is written in. */
  language: string;
}

/** Whether there is a rulebook in a language. */
export function hasBook(language: string): boolean {
  return language in shelf;
}

/** The pages of a game by their titles; null where there is no such game. */
export async function pagesOf(game: string, language: string): Promise<Page[] | null> {
  const own = shelf[language]?.[game];
  const load = own ?? shelf["en"]?.[game];
  if (!load) return null;
  const { default: texts, english } = await load();
  const page = ([name, text]: [string, string]): Page => {
    return { name, title: titleOf(text), text, language: own && !english.includes(name) ? language : "en" };
  };
  const order = new Intl.Collator(language);
  return Object.entries(texts)
    .map(page)
    .sort((a, b) => order.compare(a.title, b.title));
}
