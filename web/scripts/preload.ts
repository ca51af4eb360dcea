// Tells early.js which files a table needs, so that the browser asks for them at once and not one after the other.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

export function preload(): Plugin {
  return {
    name: "eights-preload",
    apply: "build",
    writeBundle(options, bundle) {
      if (!options.dir) return;
      const file = resolve(options.dir, "early.js");
      const early = readFileSync(file, "utf8");
      if (!early.includes('"__PRELOAD__"')) throw new Error("early.js has no place for the files of a table");
      writeFileSync(file, early.replace('"__PRELOAD__"', JSON.stringify(filesOfTables(bundle))));
    },
  };
}

/** The files of every table, and those of each game's own board. */
function filesOfTables(bundle: Bundle): { table: string[]; games: Record<string, string[]> } {
  const first = filesOf(bundle, (chunk) => chunk.name === "first");
  const table = filesOf(bundle, (chunk) => chunk.name === "table").filter((name) => !first.includes(name));
  if (table.length === 0) throw new Error("the page has no chunk named table");
  const games: Record<string, string[]> = {};
  for (const chunk of Object.values(bundle)) {
    const game = chunk.type === "chunk" && /\/src\/games\/([^/]+)\/index\.ts$/.exec(chunk.facadeModuleId ?? "")?.[1];
    if (!game) continue;
    const all = filesOf(bundle, (one) => one === chunk);
    games[game] = all.filter((name) => !first.includes(name) && !table.includes(name));
  }
  return { table, games };
}

/** A chunk with everything it imports, and the styles of all of them. */
function filesOf(bundle: Bundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean): string[] {
  const found = new Set<string>();
  const visit = (chunk: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): void => {
    if (chunk?.type !== "chunk" || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of chunk.imports) visit(bundle[name]);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === "chunk" && isWanted(chunk)) visit(chunk);
  return [...found];
}
