// The entry of the page: loads the language, then draws.
import { hydrate, mount } from "svelte";
import App from "./App.svelte";
import { setLanguage } from "./lib/i18n/index.svelte";
import { whenIdle } from "./lib/idle";
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
  // Two frames later, so that the choice that was just put in appears without a transition.
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset["still"]));
}

// Not awaited: chunks that this one waits for may need it themselves.
void setLanguage(settings.language)
  .catch(() => setLanguage("en"))
  .then(start);

// The service worker fetches every file for offline use, so it is registered late: a game started at once comes first.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const keep = (): void =>
    void whenIdle()
      .then(() => navigator.serviceWorker.register("/service-worker.js"))
      .catch(() => undefined);
  addEventListener("load", () => setTimeout(keep, 3000));
}
