// Packs with names of their own: what stands on ranks, suits and jokers where it is not what French cards show.

import type { Component } from "svelte";
import type { Language } from "../i18n/language";
import PrintedFace from "./art/French.svelte";
import { french, frenchCardName, frenchNameLabel, type PrintedNames } from "./french";
import type { GameModule } from "./game-module";
import type { Code } from "./types";

/** A name as it is called here: the names of shipped packs have translations. */
function called(name: string, { names: w }: Language): string {
  return w.printed[name] ?? name;
}

export function printedCardName(code: Code, names: PrintedNames, lang: Language): string {
  const { rank, suit } = french(code);
  const name = names[rank === "*" ? code : rank];
  if (rank === "*") return name ? called(name, lang) : frenchCardName(code, lang);
  const of = names[suit];
  return lang.names.of(
    name ? called(name, lang) : (lang.names.ranks[rank] ?? rank),
    of ? called(of, lang) : (lang.names.suits[suit] ?? ""),
  );
}

/** What a named suit or rank is called. */
export function printedNameLabel(name: string, names: PrintedNames, lang: Language): string {
  const printed = names[name];
  return printed ? called(printed, lang) : frenchNameLabel(name, lang);
}

const modules = new Map<string, GameModule>();

/** A game of French cards with other names on them. Equal names give the same module, so that nothing is drawn anew. */
export function withNames(game: GameModule, names: PrintedNames, offerLabel: OfferLabel): GameModule {
  const key = JSON.stringify(names);
  const known = modules.get(key);
  if (known) return known;
  const Face: GameModule["Face"] = (anchor, props) =>
    (PrintedFace as Component<{ code: Code; small?: boolean; names: PrintedNames }>)(anchor, {
      get code() {
        return props.code;
      },
      get small() {
        return props.small ?? false;
      },
      names,
    });
  const module: GameModule = {
    ...game,
    Face,
    cardName: (code, lang) => printedCardName(code, names, lang),
    nameLabel: (name, lang) =>
      /^..+$/.test(name) && name !== "10" ? printedCardName(name, names, lang) : printedNameLabel(name, names, lang),
    offerLabel: (play, { lang }) => offerLabel(module, play, lang),
  };
  modules.set(key, module);
  return module;
}

type OfferLabel = (
  module: Pick<GameModule, "cardName" | "nameLabel">,
  play: Parameters<GameModule["offerLabel"]>[0],
  lang: Language,
) => string | null;
