// What a person likes: kept in this browser, applied to the page at once.
import { readStored, writeStored } from "./local-storage";

export interface Settings {
  /** What others see. */
  name: string;
  theme: "auto" | "light" | "dark";
  /** More contrast than designed. */
  contrast: boolean;
  /** Spades, hearts, diamonds and clubs in a colour of their own. */
  fourColours: boolean;
  /** The size of all text; 1 is as the browser wants it. */
  text: number;
  /** How long motion and bots take: 0 instant, 1 as designed, 2 twice as long. */
  speed: number;
  sound: boolean;
  /** How loud, from 0 to 1. */
  volume: number;
  /** Whether a turn ends by itself when nothing else is left to do. */
  autoEnd: boolean;
  /** Whether single letters are shortcuts at the table. */
  keys: boolean;
  /** How a hand is sorted. */
  sort: "suit" | "rank" | "dealt";
  language: string;
}

const KEY = "eights.settings";

function preferred(): Settings {
  const language = typeof navigator === "undefined" ? "en" : navigator.language.slice(0, 2);
  return {
    name: "",
    theme: "auto",
    contrast: typeof matchMedia === "function" && matchMedia("(prefers-contrast: more)").matches,
    fourColours: false,
    text: 1,
    speed: 1,
    // Nobody is surprised by a page that sounds.
    sound: false,
    volume: 0.7,
    autoEnd: false,
    keys: true,
    sort: "suit",
    language,
  };
}

export const settings: Settings = $state({ ...preferred(), ...readStored<Partial<Settings>>(KEY, {}) });

/** Sets a CSS number only if it changes, since setting it restyles every element. */
function tell(root: HTMLElement, name: string, wanted: number): void {
  const told = root.style.getPropertyValue(name);
  if (Number(told || "1") !== wanted) root.style.setProperty(name, String(wanted));
}

/** Keeps the settings and shows them; called in an effect, so that every change counts. */
export function applySettings(): void {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = settings.theme;
  if (settings.contrast) root.dataset["contrast"] = "more";
  else delete root.dataset["contrast"];
  if (settings.fourColours) root.dataset["suits"] = "four";
  else delete root.dataset["suits"];
  tell(root, "--text", settings.text);
  tell(root, "--speed", settings.speed);
  writeStored(KEY, $state.snapshot(settings));
}
