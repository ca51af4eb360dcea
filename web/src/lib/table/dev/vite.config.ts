// The table alone, on recorded games: npx vite --config src/lib/table/dev/vite.config.ts

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  root: "src/lib/table/dev",
  plugins: [svelte({ configFile: "../../../../svelte.config.js" })],
  server: { fs: { allow: ["../../../.."] } },
});
