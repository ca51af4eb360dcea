// Offers taken apart, so that a tap on a card finds what can be done with it. The text goes back as it came.

import type { Code, GameId, Offer, Seat } from "./types";

export type Verb = "play" | "discard" | "swap" | "pocket" | "block" | "shoot" | "choose" | "plain";

/** An offer and what it is about. */
export interface Play {
  say: string;
  verb: Verb;
  /** Cards of the own hand that it uses, or the one card that is chosen. */
  cards: Code[];
  /** Where it goes: `discard`, `play`, or positions of the pool table. */
  places: string[];
  /** The suit, rank or colour that is named. */
  name: string;
  /** Who is chosen. */
  whom: Seat;
  /** Whether the last card is called. */
  call: boolean;
}

const plain = (say: string): Play => ({ say, verb: "plain", cards: [], places: [], name: "", whom: "", call: false });

/** Takes an offer apart. */
export function playOf(game: GameId, offer: Offer): Play {
  const { say } = offer;
  if (game === "crazier-eights") return ofCrazier(say, offer.card ?? null);
  if (game === "crazy-8-ball") return ofBall(say);
  return ofClassic(say);
}

function ofClassic(say: string): Play {
  const found = /^((?:\*\d+|(?:10|[2-9AJQK])[CDHS])(?:\+(?:\*\d+|(?:10|[2-9AJQK])[CDHS]))*)(?:=([^>!]+))?(?:>([A-P]))?(!)?$/.exec(say);
  if (found) {
    const [, cards = "", name = "", whom = "", call] = found;
    return { say, verb: "play", cards: cards.split("+"), places: ["discard"], name, whom, call: call === "!" };
  }
  if (say.startsWith("=")) return { ...plain(say), name: say.slice(1) };
  const caught = /^catch ([A-P])$/.exec(say);
  return caught ? { ...plain(say), whom: caught[1] ?? "" } : plain(say);
}

function ofCrazier(say: string, card: Code | null): Play {
  const [verb = "", rest = ""] = say.split(/ (.*)/);
  const [what = "", name = ""] = rest.split("=");
  if (verb === "play") return { ...plain(say), verb, cards: [what], places: ["play"] };
  if (verb === "discard") return { ...plain(say), verb, cards: [what], places: ["discard"], name };
  if (verb !== "choose") return plain(say);
  if (card !== null) return { ...plain(say), verb, cards: [card] };
  return /^[A-P]$/.test(what) ? { ...plain(say), verb, whom: what } : { ...plain(say), verb, name: what };
}

function ofBall(say: string): Play {
  const discard = /^(discard|swap) (\S+)$/.exec(say);
  if (discard) return { ...plain(say), verb: discard[1] as Verb, cards: [discard[2] ?? ""], places: ["discard"] };
  const laid = /^((pocket|block)-\S+) at (\w+)$/.exec(say);
  if (laid) return { ...plain(say), verb: laid[2] as Verb, cards: [laid[1] ?? ""], places: [laid[3] ?? ""] };
  if (!say.startsWith("shoot ")) return plain(say);
  const cards: Code[] = [];
  const places: string[] = [];
  for (const part of say.slice(6).split(" and ")) {
    const shot = /^(?:8 with )?(\w+) at (\w+)$/.exec(part);
    if (!shot) continue;
    cards.push(`stick-${shot[1]}`, `cue-${shot[1]}`);
    places.push(shot[2] ?? "");
  }
  return { ...plain(say), verb: "shoot", cards, places };
}

/** All offers of an update, taken apart. */
export function playsOf(game: GameId, offers: readonly Offer[]): Play[] {
  return offers.map((offer) => playOf(game, offer));
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
/** What is done most gladly stands first. */
const DEEDS: Verb[] = ["shoot", "play", "pocket", "block", "swap", "discard", "choose", "plain"];
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
export function rowsOf(game: GameId, plays: readonly Play[], picked: Partial<Record<Facet, string>>): Row[] {
  if (game !== "crazy-eights") {
    const sorted = [...plays].sort((a, b) => DEEDS.indexOf(a.verb) - DEEDS.indexOf(b.verb));
    return [{ facet: "deed", options: sorted.map((play) => ({ value: play.say, play })), picked: null }];
  }
  let left = [...plays].sort((a, b) => a.cards.length - b.cards.length || Number(b.call) - Number(a.call));
  const rows: Row[] = [];
  for (const facet of FACETS) {
    const options: Row["options"] = [];
    for (const play of left) {
      const value = valueOf(play, facet);
      if (!options.some((it) => it.value === value)) options.push({ value, play });
    }
    if (options.length < 2) continue;
    const wish = picked[facet];
    const pick = options.find((it) => it.value === wish) ?? options[0];
    const value = pick?.value ?? "";
    rows.push({ facet, options, picked: value });
    left = left.filter((play) => valueOf(play, facet) === value);
  }
  const last = rows.at(-1);
  if (last) last.picked = null;
  return rows;
}
