// Finds the languages: each is one file here, such as `fr.ts`, or a folder where one file would be too long.
import type { Language } from "./language";

type Load = () => Promise<{ default: Language }>;

/** A language that can be fetched, and what it calls itself. */
export interface Shelved {
  name: string;
  load: Load;
}

export function shelved(id: string, load: Load): Shelved {
  return { name: new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id, load };
}

/** The languages by their two letters, from files or folders of that name. */
export function shelf(files: Record<string, Load>): Record<string, Shelved> {
  return Object.fromEntries(Object.entries(files).map(([path, load]) => [path.slice(2, 4), shelved(path.slice(2, 4), load)]));
}
