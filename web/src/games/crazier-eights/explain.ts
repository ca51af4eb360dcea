// Explains the sentences on cards with the rulebook page about the words that they are made of.
import { parts, type Inline } from "../../lib/rules/markdown";

/** The page of the rulebook with the words on the cards. */
export const WORDS_PAGE = "words-on-cards";

/** The sentences of a card's text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?]) /);
}

/** The words that a page explains: items of its list, each of which begins with them. */
function explained(page: string): Inline[][] {
  return parts(page).flatMap((part) => (part.kind === "list" ? part.items : []));
}

/**
 * What a page says about the words of an English sentence. The words are looked up in the English page, and what is said
 * about them is taken from the same place of the page in the reader's language.
 */
export function explain(sentence: string, english: string, shown: string): Inline[][] {
  const items = explained(shown);
  return explained(english).flatMap((item, i) => {
    const words = item[0]?.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") ?? "";
    const own = items[i];
    // The draw pile is only named; nobody draws.
    return own && new RegExp(`\\b${words}(?! pile)`, "i").test(sentence) ? [own] : [];
  });
}
