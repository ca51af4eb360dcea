// How the page is built: one small entry, a chunk for every page, the engine on its own, a list of files for offline.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { offline } from "./scripts/offline.ts";
import { preload } from "./scripts/preload.ts";
import { rulebook } from "./scripts/rulebook.ts";
import { shell } from "./scripts/shell.ts";
import { DEFAULT_PORT } from "./src/generated/wire.ts";

export default defineConfig({
  plugins: [svelte(), rulebook(), shell(), preload(), offline()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What a page needs at once is one file: over a slow line, or HTTP/1.1, twenty small ones wait for each other.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "first",
              test: /\/src\/(main\.ts|lib\/style\/base\.css|App\.svelte|pages\/Home\.svelte)$/,
              priority: 2,
            },
            { name: "table", test: /\/src\/(pages\/Local|lib\/ui\/TableHost)\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": `http://127.0.0.1:${DEFAULT_PORT}`,
      "/ws": { target: `ws://127.0.0.1:${DEFAULT_PORT}`, ws: true },
    },
  },
  // They run beside the compiler in `make test`, and one of them compares each rule set with every other.
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 30_000 },
});
