// Tells the events of Crazier Eights: what happens is told with the name of the card that makes it happen.

import type { Event } from "../../generated/games/crazier-eights";
import type { Narration } from "../../lib/narrate/events";
import { handOf, sharedNarration, type Narrator } from "../../lib/narrate/narrator";
import type { Code } from "../../lib/table/types";
import { cardOf } from "./cards";

/** The card whose text is carried out, while one step is told. */
interface Story {
  cause: Code | null;
  /** Whether it was played in this very step, so that all it does is known. */
  isNew: boolean;
  /** Whether its name has been said. */
  isNamed: boolean;
  /** What the reader has drawn, not told yet. */
  drawn: Code[];
}

/** A narrator tells one step. */
const stories = new WeakMap<Narrator, Story>();

function storyOf(narrator: Narrator): Story {
  const known = stories.get(narrator);
  if (known) return known;
  const story: Story = { cause: narrator.speaking, isNew: false, isNamed: false, drawn: [] };
  stories.set(narrator, story);
  return story;
}

function begin(narrator: Narrator, cause: Code | null, isNew = false): void {
  Object.assign(storyOf(narrator), { cause, isNew, isNamed: false });
}

/** Something that a card does: the first time its name comes before the sentence. */
function caused(narrator: Narrator, sentence: string): string {
  const story = storyOf(narrator);
  if (story.cause === null || story.isNamed) return sentence;
  story.isNamed = true;
  return narrator.say("speaks", undefined, { c: narrator.card(story.cause), t: sentence });
}

export const narration: Narration<Event> = {
  ...sharedNarration,
  moved,
  shown: (body, narrator) => told(narrator, shown(body, narrator)),
  shuffled: ({ place }, narrator) => (place === "aside" ? caused(narrator, narrator.book.allHandsShuffled) : null),
  gathered: ({ to }, narrator) => (to === "stock" ? narrator.book.reshuffled : narrator.book.tucked),
  began({ seat }, narrator) {
    begin(narrator, null);
    return narrator.say("began", seat);
  },
  played({ seat, card }, narrator) {
    begin(narrator, card, true);
    const sentence = narrator.say("played", seat, { c: narrator.card(card) });
    return cardOf(card).kind === "asset" ? `${sentence} ${narrator.book.stays}` : sentence;
  },
  discarded({ seat, card, named }, narrator) {
    begin(narrator, null);
    const c = narrator.card(card);
    return named === undefined
      ? narrator.say("discarded", seat, { c })
      : narrator.say("discardedNaming", seat, { c, n: narrator.named(named) });
  },
  speaks({ card }, narrator) {
    begin(narrator, card);
    return null;
  },
  // Cards with an "if" would say this in nearly every turn.
  lapsed: () => null,
  dropped: ({ seat, card }, narrator) => narrator.say("dropped", seat, { c: narrator.card(card) }),
  replaced: ({ card }, narrator) => caused(narrator, narrator.say("replaced", undefined, { c: narrator.card(card) })),
  shrunk: ({ seat, number }, narrator) => caused(narrator, narrator.say("shrunk", seat, { k: String(number) })),
  cannot: ({ card }, narrator) => caused(narrator, narrator.say("cannot", undefined, { c: narrator.card(card) })),
  drew,
  searched: ({ seat, number }, narrator) =>
    number === 0 ? caused(narrator, narrator.say("foundNothing", seat)) : null,
  destroyed: ({ seat, card }, narrator) =>
    caused(narrator, narrator.say("destroyed", seat, { c: narrator.card(card) })),
  captured: ({ seat, card }, narrator) => caused(narrator, narrator.say("captured", seat, { c: narrator.card(card) })),
  "granted-play": ({ seat, number }, narrator) =>
    caused(narrator, narrator.say(number === 1 ? "mayPlay1" : "mayPlay", seat, { k: inWords(number, narrator) })),
  "granted-discard": ({ seat, number }, narrator) =>
    caused(narrator, narrator.say(number === 1 ? "mayDiscard1" : "mayDiscard", seat, { k: inWords(number, narrator) })),
  ended({ seat }, narrator) {
    begin(narrator, null);
    return narrator.say("ended", seat);
  },
  lost: ({ seat }, narrator) => caused(narrator, narrator.say("lost", seat)),
  won({ seat }, narrator) {
    begin(narrator, null);
    return narrator.say("won", seat);
  },
  impossible: (_, narrator) => narrator.say("impossible", undefined),
  endless: (_, narrator) => narrator.say("endless", undefined),
  "cut-short": ({ seat }, narrator) => narrator.say("cutShort", seat),
};

/** Up to twelve as a word. */
const inWords = (number: number, { lang }: Narrator): string => lang.names.numbers[number] ?? String(number);

const told = (narrator: Narrator, sentence: string | null): string | null =>
  sentence === null ? null : caused(narrator, sentence);

/** Cards that the reader draws are told by name, all others by number. Without `by` it is the draw of every turn, which no card causes. */
function drew({ seat, number, by }: { seat: string; number: number; by?: string }, narrator: Narrator): string {
  const story = storyOf(narrator);
  const { drawn } = story;
  story.drawn = [];
  const sentence =
    seat === narrator.you && drawn.length > 0
      ? narrator.say("drewNamed", seat, { c: narrator.cards(drawn) })
      : narrator.say(number === 1 ? "drew1" : "drew", seat, { k: inWords(number, narrator) });
  return by === undefined ? sentence : caused(narrator, sentence);
}

function shown({ at, cards }: { at: string; cards: string[] }, narrator: Narrator): string | null {
  const known = cards.filter((card) => card !== "??");
  if (known.length === 0) return null;
  const c = narrator.cards(known);
  if (at === "stock") return narrator.say("shownPile", undefined, { c });
  if (at === "aside") return narrator.say("shownAside", undefined, { c });
  const holder = handOf(at);
  return holder
    ? narrator.say("shownHand", holder, { c })
    : narrator.say("shown", undefined, { c, p: narrator.place(at) });
}

/** Movements that no other event covers. */
function moved(
  { card, from, to, end }: { card: string; from: string; to: string; end: "top" | "bottom" },
  narrator: Narrator,
): string | null {
  const c = card === "??" ? narrator.book.aCard : narrator.card(card);
  const [giver, taker] = [handOf(from), handOf(to)];
  if (from === "resolving") return finished(card, narrator);
  if (from === "stock" && taker) {
    if (taker === narrator.you && card !== "??") storyOf(narrator).drawn.push(card);
    return null;
  }
  if (isCovered(from, to)) return null;
  const gaps = { c, p: narrator.place(from), q: narrator.place(to) };
  const say = (sentence: string): string => caused(narrator, sentence);
  if (to === "stock" && giver) return say(narrator.say(end === "top" ? "putOnto" : "putUnder", giver, gaps));
  if (to === "stock") return say(narrator.say(end === "top" ? "ontoStock" : "underStock", undefined, gaps));
  if (giver && taker)
    return say(
      narrator.say("handed", undefined, { c, p: narrator.whom(giver, "you3"), q: narrator.whom(taker, "you4") }),
    );
  if (from === "discard" && taker) return say(narrator.say("tookPile", taker, gaps));
  const before = /^in play (.)$/.exec(to)?.[1];
  if (before) return say(narrator.say("enters", undefined, { c, b: narrator.whom(before, "you3") }));
  if (from.startsWith("in play") && taker) return say(narrator.say("tookBack", taker, gaps));
  return say(narrator.say("goes", undefined, gaps));
}

/** An event has done what it says; one that did nothing is told too, since everybody has just read it. */
function finished(card: Code, narrator: Narrator): string | null {
  const story = storyOf(narrator);
  if (story.cause !== card) return null;
  const sentence = story.isNew && !story.isNamed ? caused(narrator, narrator.book.nothingHappens) : null;
  begin(narrator, null);
  return sentence;
}

/** Whether an event such as `played` or `discarded` tells this movement. */
function isCovered(from: string, to: string): boolean {
  const passing = ["aside", "resolving"];
  return (
    passing.includes(from) ||
    passing.includes(to) ||
    from === to ||
    (from.startsWith("hand ") && (to === "discard" || to === from.replace("hand", "in play"))) ||
    (from.startsWith("in play") && (to === "discard" || to.startsWith("in play"))) ||
    (from === "stock" && to === "discard")
  );
}
