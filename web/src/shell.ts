// Renders the front page to HTML at build time; see scripts/shell.ts.
import { render } from "svelte/server";
import App from "./App.svelte";

export const shell = (): { head: string; body: string } => render(App);
