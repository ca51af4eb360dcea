// The front page as plain text, for those who wait for the script: made when the page is built, see scripts/shell.ts.
import { render } from "svelte/server";
import App from "./App.svelte";

export const shell = (): { head: string; body: string } => render(App);
