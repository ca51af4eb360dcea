// Brings the pages of the rulebook into the build: one lazily loaded module for every game and language.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

/** The pages themselves, in English, with their examples. */
export const ENGLISH = resolve(import.meta.dirname, "../../rulebook");
/** What other languages say instead: a folder each, and in it a folder a game. */
export const OTHERS = resolve(import.meta.dirname, "../rulebook");

const ALL = "virtual:rulebook";
const ONE = /^virtual:rulebook\/([\w-]+)\/([\w-]+)$/;
const HOLE = "{play}";

export function rulebook(): Plugin {
  return {
    name: "eights-rulebook",
    resolveId(id) {
      return id === ALL || ONE.test(id) ? `\0${id}` : undefined;
    },
    load(id) {
      const name = id.replace("\0", "");
      if (name === ALL) return shelf();
      const [, language, game] = ONE.exec(name) ?? [];
      if (language === undefined || game === undefined) return undefined;
      const { pages, english, files } = book(language, game);
      for (const file of files) this.addWatchFile(file);
      return `export default ${JSON.stringify(pages)};\nexport const english = ${JSON.stringify(english)};`;
    },
  };
}

/** All books there are, each loaded only when it is opened. */
function shelf(): string {
  const books = (language: string, root: string): string =>
    folders(root)
      .map((game) => `${JSON.stringify(game)}: () => import("${ALL}/${language}/${game}")`)
      .join(", ");
  const others = existsSync(OTHERS) ? folders(OTHERS) : [];
  const rows = [["en", ENGLISH] as const, ...others.map((language) => [language, resolve(OTHERS, language)] as const)];
  return `export default { ${rows.map(([language, root]) => `${JSON.stringify(language)}: { ${books(language, root)} }`).join(", ")} };`;
}

/** The pages of a game in a language. What is not translated, or not any more, is there in English and named in `english`. */
function book(language: string, game: string): { pages: Record<string, string>; english: string[]; files: string[] } {
  const pages: Record<string, string> = {};
  const english: string[] = [];
  const files: string[] = [];
  for (const name of pageNames(resolve(ENGLISH, game))) {
    const original = resolve(ENGLISH, game, `${name}.md`);
    const translation = resolve(OTHERS, language, game, `${name}.md`);
    const text = readFileSync(original, "utf8");
    files.push(original);
    pages[name] = text;
    if (language === "en") continue;
    const said = existsSync(translation) ? withExamples(readFileSync(translation, "utf8"), text) : null;
    if (said === null) english.push(name);
    else {
      pages[name] = said;
      files.push(translation);
    }
  }
  return { pages, english, files };
}

/** A translated page with the examples of the original in their places; null where it has not as many places as those are. */
export function withExamples(translation: string, original: string): string | null {
  const examples = fences(original);
  if (holes(translation) !== examples.length) return null;
  const lines = translation.replace(/^<!--.*-->\n+/, "").split("\n");
  return lines.map((line) => (line.trim() === HOLE ? (examples.shift() ?? "") : line)).join("\n");
}

/** How many places for examples a translated page has. */
export function holes(translation: string): number {
  return translation.split("\n").filter((line) => line.trim() === HOLE).length;
}

/** The fenced blocks of a page, with their fences. */
export function fences(page: string): string[] {
  return [...page.matchAll(/^(`{3,}).*\n(?:.*\n)*?\1[ \t]*$/gm)].map(([block]) => block);
}

export function pageNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3))
    .sort();
}

function folders(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => one.name)
    .sort();
}
