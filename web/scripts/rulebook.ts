// Brings the pages of the rulebook into the build: one lazily loaded module a game.
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const NAME = /^virtual:rulebook\/([a-z0-9-]+)$/;

export function rulebook(): Plugin {
  const root = resolve(import.meta.dirname, "../../rulebook");
  return {
    name: "eights-rulebook",
    resolveId(id) {
      return NAME.test(id) ? `\0${id}` : undefined;
    },
    load(id) {
      const game = NAME.exec(id.replace("\0", ""))?.[1];
      if (game === undefined) return undefined;
      const folder = resolve(root, game);
      const pages: Record<string, string> = {};
      for (const file of readdirSync(folder).filter((name) => name.endsWith(".md")).sort()) {
        pages[file.slice(0, -3)] = readFileSync(resolve(folder, file), "utf8");
        this.addWatchFile(resolve(folder, file));
      }
      return `export default ${JSON.stringify(pages)};`;
    },
  };
}
