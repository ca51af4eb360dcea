// What a page of the rulebook is read with: pictures for the cards that it names, and words for what it writes as code.
import { getContext, setContext } from "svelte";
import { language } from "../i18n/index.svelte";
import type { GameModule } from "../table/game-module";
import { loadGame, loadedGame } from "../table/load-game";
import { cardNames, type CardNames } from "./card-names";
import { codeWords, type CodeWords } from "./code-words";

const KEY = Symbol("reading");

export interface Reading {
  /** Null until the game is loaded. */
  readonly game: GameModule | null;
  readonly cards: CardNames | null;
  readonly words: CodeWords;
}

/** Provides it for everything inside, for the page that is looked at. */
export function provideReading(game: () => string, page: () => string): Reading {
  let loaded = $state.raw<{ id: string; game: GameModule } | null>(null);
  let questions = $state.raw({});
  $effect(() => {
    const id = game();
    const known = loadedGame(id);
    if (known) loaded = { id, game: known };
    else if (id !== "")
      void loadGame(id).then(
        (game) => (loaded = { id, game }),
        () => undefined,
      );
  });
  $effect(() => {
    const lang = language();
    questions = {};
    void lang.questions?.().then(
      (found) => language() === lang && (questions = found.default),
      () => undefined,
    );
  });
  const module = $derived(loaded?.id === game() ? loaded.game : null);
  const cards = $derived(module ? cardNames(module, language()) : null);
  const words = $derived(codeWords(page(), game(), questions));
  return setContext<Reading>(KEY, {
    get game() {
      return module;
    },
    get cards() {
      return cards;
    },
    words: (code) => words(code),
  });
}

/** What is provided around; null where text is read without it. */
export function reading(): Reading | null {
  return getContext<Reading | undefined>(KEY) ?? null;
}
