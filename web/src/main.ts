// Where the page begins: the language first, so that nothing is said twice.
import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./lib/i18n/index.svelte";
import { startRouting } from "./lib/route.svelte";
import { settings } from "./lib/settings.svelte";
import "./lib/style/base.css";

await speak(settings.language).catch(() => speak("en"));
startRouting();
mount(App, { target: document.getElementById("app") as HTMLElement });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined));
}
