// The phrasebook of a language, with what no list of phrases can hold: seats, numbers, codes of cards, and what people wrote.
import type { Language } from "../i18n/language";
import { GAME_PAGES } from "../game-page";
import { Book, seatMark, type Leaf } from "./book";

const same = (text: string): string => text;

function leaves(language: Language): Record<string, Leaf> {
  return {
    seat: { looks: /[A-P]/, becomes: seatMark },
    n: { looks: /\d+/, becomes: same },
    say: { looks: /\S+/, becomes: same },
    text: { looks: /.+/, becomes: same },
    name: { looks: /[A-Z].*/, becomes: same },
    ...Object.assign({}, ...Object.values(GAME_PAGES).map((page) => page.phraseLeaves?.(language) ?? {})),
  };
}

/** The book of a language, from its text. */
export function bookOf(language: Language, text: string): Book {
  return new Book(text, leaves(language));
}
