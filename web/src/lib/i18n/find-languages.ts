// Finds the languages: each is one file here, such as `fr.ts`, or a folder where one file would be too long.
import type { Language } from "./language";

type Load = () => Promise<{ default: Language }>;

/** A language that can be fetched, and what it calls itself. */
export interface LanguageEntry {
  name: string;
  load: Load;
}

export function languageEntry(id: string, load: Load): LanguageEntry {
  return { name: new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id, load };
}

/** The languages by their two letters, from files or folders of that name. */
export function findLanguages(files: Record<string, Load>): Record<string, LanguageEntry> {
  return Object.fromEntries(
    Object.entries(files).map(([path, load]) => [path.slice(2, 4), languageEntry(path.slice(2, 4), load)]),
  );
}
