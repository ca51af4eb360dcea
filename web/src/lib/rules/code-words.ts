// Puts what the rulebook writes as code into words: rule sets and options of house rules.
import { RULES } from "../games";
import type { Questions } from "../i18n/questions";

/** A word for a piece of code on a page; null where there is none. */
export type CodeWords = (code: string) => string | null;

/**
 * The words for the code on a page. An option has the words of the composer; where several questions have an option of that
 * name, the examples of the page tell which is meant.
 */
export function codeWords(page: string, game: string, questions: Questions): CodeWords {
  const asked = new Map<string, string>();
  for (const [, pairs = ""] of page.matchAll(/^with: (.*)$/gm))
    for (const [, key = "", option = ""] of pairs.matchAll(/([a-z.-]+) = "?([a-z][a-z0-9-]*)/g)) asked.set(option, key);
  return (code) => {
    const set = RULES.find((one) => one.game === game && one.name === code);
    if (set) return set.title;
    const meant = questions[asked.get(code) ?? ""]?.answers?.[code];
    if (meant) return meant;
    const found = new Set(Object.values(questions).flatMap(({ answers }) => answers?.[code] ?? []));
    return found.size === 1 ? ([...found][0] ?? null) : null;
  };
}
