// Where the page begins: the language first, so that nothing is said twice.
import { hydrate, mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lib/i18n/index.svelte";
import { leisure } from "./lib/leisure";
import { startRouting } from "./lib/route.svelte";
import { settings } from "./lib/settings.svelte";
import "./lib/style/base.css";

const root = document.documentElement;
const target = document.getElementById("app") as HTMLElement;

/** Brings the front page to life that came with the file, or draws the page that is wanted instead. */
function start(): void {
  startRouting();
  if (target.firstElementChild && root.dataset["shell"] !== "no") {
    hydrate(App, { target });
  } else {
    target.textContent = "";
    mount(App, { target });
  }
  delete root.dataset["shell"];
  // Somebody has clicked before the page could hear it; `early.js` has noted that.
  if (root.dataset["early"]) target.querySelector<HTMLFormElement>("form.hero")?.requestSubmit();
  delete root.dataset["early"];
}

// Not awaited: chunks that this one waits for may need it themselves.
void speak(settings.language)
  .catch(() => speak("en"))
  .then(start);

// For days without a network every file is fetched, which would stand in the way of whoever wants to play at once.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const keep = (): void => void leisure().then(() => navigator.serviceWorker.register("/service-worker.js")).catch(() => undefined);
  addEventListener("load", () => setTimeout(keep, 3000));
}
