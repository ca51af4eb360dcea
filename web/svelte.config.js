// What the Svelte compiler is told: runes everywhere, and accessibility warnings are mistakes.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
