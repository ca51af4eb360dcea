// Tells the events of an unknown game: card events in sentences, others by their name and fields.

import type { CardEvent } from "../../../generated/games/common";
import type { Narration } from "../../narrate/events";
import { handOf, sharedNarration, type Narrator } from "../../narrate/narrator";
import { factText, humanizedWords } from "./facts";

export const narration: Narration<CardEvent> = {
  ...sharedNarration,
  moved({ card, from, to }, narrator) {
    const c = card === "??" ? narrator.book.aCard : narrator.card(card);
    const [giver, taker] = [handOf(from), handOf(to)];
    if (from === "stock" && taker)
      return card === "??" ? narrator.say("drew1", taker) : narrator.say("drewCard", taker, { c });
    if (from === "discard" && taker) return narrator.say("took", taker, { c });
    if (from === "stock" && to === "discard") return narrator.say("turnedUp", undefined, { c });
    if (giver && to === "discard") return narrator.say("laid", giver, { c });
    if (giver && taker)
      return narrator.say("handed", undefined, { c, p: narrator.whom(giver, "you3"), q: narrator.whom(taker, "you4") });
    return narrator.say("goes", undefined, { c, p: narrator.place(from), q: narrator.place(to) });
  },
  gathered({ from, to }, narrator) {
    if (to === "stock") return narrator.book.gathered;
    return narrator.say("goes", undefined, { c: narrator.book.aCard, p: narrator.place(from), q: narrator.place(to) });
  },
  shown({ at, cards }, narrator) {
    const known = cards.filter((card) => card !== "??");
    return known.length === 0
      ? null
      : narrator.say("shown", undefined, { c: narrator.cards(known), p: narrator.place(at) });
  },
};

/** "Skipped: Ben." Nothing is known about the form of these events. */
export function narrateOther(kind: string, body: unknown, narrator: Narrator): string {
  const w = narrator.lang.table;
  const isObject = typeof body === "object" && body !== null;
  const fields = Object.entries(isObject ? body : {}).filter(([key]) => key !== "event");
  const only = fields.length === 1 && fields[0]?.[0] === "seat";
  const texts = fields.map(([key, value]: [string, unknown]) =>
    only
      ? narrator.name(String(value))
      : `${humanizedWords(key).toLowerCase()} ${factText(key, value, narrator.names, w)}`,
  );
  const text =
    fields.length > 0
      ? texts.join(", ")
      : isObject || body === undefined || body === null
        ? ""
        : factText(kind, body, narrator.names, w);
  return `${humanizedWords(kind)}${text ? `: ${text}` : ""}.`;
}
