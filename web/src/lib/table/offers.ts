// Finds offers by card or place from their parts. The text of an offer is sent back unread.

import type { Code, Offer, Seat } from "./types";
import type { Verb } from "../../generated/wire";

export type { Verb } from "../../generated/wire";

/** An offer with every part filled in. */
export interface Play {
  say: string;
  verb: Verb;
  /** Cards of the own hand that it uses, or the one card that is chosen. */
  cards: Code[];
  /** Where it goes: `discard`, `play`, or positions of the pool table. */
  places: string[];
  /** The balls that are pocketed, one for each place. */
  names: string[];
  /** The suit, rank, colour or set of balls that is named. */
  name: string;
  /** Who is chosen. */
  whom: Seat;
  /** Whether the last card is called. */
  call: boolean;
}

/** The offers of an update. */
export function playsOf(offers: readonly Offer[]): Play[] {
  return offers.map(({ say, verb, cards = [], places = [], names = [], whom = "", call = false }) => ({
    say,
    verb,
    cards,
    places,
    names,
    name: names[0] ?? "",
    whom,
    call,
  }));
}

/** What can be done with a card. */
export function withCard(plays: readonly Play[], code: Code): Play[] {
  return plays.filter((play) => play.cards.includes(code));
}

/** What can be done with a card at a place to which it is dragged. */
export function atPlace(plays: readonly Play[], place: string, code?: Code): Play[] {
  return plays.filter((play) => play.places.includes(place) && (code === undefined || play.cards.includes(code)));
}

/** What is asked for in a picker, in this order. */
export type Facet = "cards" | "call" | "whom" | "name" | "deed";
/** The most useful action comes first. */
const DEEDS: Verb[] = ["shoot", "play", "pocket", "block", "swap", "discard", "choose"];
const FACETS: Facet[] = ["cards", "call", "whom", "name"];

/** A row of a picker. */
export interface Row {
  facet: Facet;
  options: { value: string; play: Play }[];
  /** What is picked in it; nothing in the last row, where a tap decides. */
  picked: string | null;
}

const valueOf = (play: Play, facet: Facet): string => {
  switch (facet) {
    case "cards":
      return play.cards.join("+");
    case "call":
      return play.call ? "!" : "";
    case "deed":
      return play.say;
    default:
      return play[facet];
  }
};

/**
 * The rows in which one of several offers is picked. In all but the last row
 * something is picked already (the fewest cards, the call), so that a tap in
 * the last row decides: naming a suit is one tap.
 */
export function rowsOf(byParts: boolean, plays: readonly Play[], picked: Partial<Record<Facet, string>>): Row[] {
  if (!byParts) {
    const rank = (play: Play): number => (DEEDS.includes(play.verb) ? DEEDS.indexOf(play.verb) : DEEDS.length);
    const sorted = [...plays].sort((a, b) => rank(a) - rank(b));
    return [{ facet: "deed", options: sorted.map((play) => ({ value: play.say, play })), picked: null }];
  }
  let left = [...plays].sort((a, b) => a.cards.length - b.cards.length || Number(b.call) - Number(a.call));
  const rows: Row[] = [];
  for (const facet of FACETS) {
    const options: Row["options"] = [];
    for (const play of left) {
      const value = valueOf(play, facet);
      if (!options.some((option) => option.value === value)) options.push({ value, play });
    }
    if (options.length < 2) continue;
    const wish = picked[facet];
    const pick = options.find((option) => option.value === wish) ?? options[0];
    const value = pick?.value ?? "";
    rows.push({ facet, options, picked: value });
    left = left.filter((play) => valueOf(play, facet) === value);
  }
  const last = rows.at(-1);
  if (last) last.picked = null;
  return rows;
}
