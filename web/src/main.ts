// Where the page begins: the language first, so that nothing is said twice.
import { hydrate, mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lib/i18n/index.svelte";
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

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined));
}
