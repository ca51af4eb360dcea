// Finds likely mistakes in scripts and components. Formatting is Prettier's job.
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "src/generated", "src/lib/engine/pkg", "public", "test-results"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // `{" "}` keeps a space that formatting would lose.
      "svelte/no-useless-mustaches": "off",
      // Sets and addresses here are replaced as a whole, never changed in place.
      "svelte/prefer-svelte-reactivity": "off",
      // svelte-check reports these; the two disagree about which comments are needed.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
);
