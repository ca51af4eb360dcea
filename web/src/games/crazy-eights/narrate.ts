// Tells the events of Crazy Eights.

import type { Event } from "../../generated/games/crazy-eights";
import type { Narration } from "../../lib/narrate/events";
import { handOf, sharedNarration } from "../../lib/narrate/narrator";

export const narration: Narration<Event> = {
  ...sharedNarration,
  moved({ card, from, to }, narrator) {
    const c = narrator.card(card);
    const [giver, taker] = [handOf(from), handOf(to)];
    if (from === "stock" && taker) return narrator.say("drewCard", taker, { c });
    if (from === "discard" && taker) return narrator.say("took", taker, { c });
    if (from === "stock" && to === "discard") return narrator.say("turnedUp", undefined, { c });
    return giver && to === "discard" ? narrator.say("laid", giver, { c }) : null;
  },
  gathered: (_, narrator) => narrator.book.gathered,
  shown: () => null,
  /** What is special about cards being laid; the cards themselves are told by their movement. */
  laid({ seat, cards, jumped, called }, narrator) {
    const parts: string[] = [];
    if (jumped) parts.push(narrator.say("jumped", seat));
    if (cards > 1) parts.push(narrator.say("several", seat, { k: String(cards) }));
    if (called) parts.push(narrator.say("called", seat));
    return parts.length > 0 ? parts.join(" ") : null;
  },
  named: ({ seat, name }, narrator) => narrator.say("named", seat, { n: narrator.named(name ?? "") }),
  skipped: ({ seat }, narrator) => narrator.say("skipped", seat),
  cancelled: ({ seat }, narrator) => narrator.say("cancelled", seat),
  passed: ({ seat }, narrator) => narrator.say("passed", seat),
  bust: ({ seat }, narrator) => narrator.say("bust", seat),
  blocked({ why }, narrator) {
    if (typeof why === "object") return narrator.say("blockedLong", undefined, { k: String(why["no-progress"]) });
    return why === "stock-used-up" ? narrator.book.blockedStock : narrator.book.blocked;
  },
  "left-in-hand": ({ seat, cards }, narrator) => narrator.say("stillHolds", seat, { c: narrator.cards(cards) }),
  "went-out": ({ seat }, narrator) => narrator.say("wentOut", seat),
  reversed: ({ clockwise }, narrator) => narrator.say(clockwise ? "left" : "right", undefined),
  owes: ({ seat, cards }, narrator) => narrator.say(cards === 1 ? "owes1" : "owes", seat, { k: String(cards) }),
  penalty: ({ seat, cards }, narrator) =>
    narrator.say(cards === 0 ? "penalty0" : cards === 1 ? "penalty1" : "penalty", seat, { k: String(cards) }),
  "false-call": ({ seat }, narrator) => narrator.say("falseCall", seat),
  challenged: ({ seat, by, guilty }, narrator) =>
    narrator.say(guilty ? "doubtedRightly" : "doubtedWrongly", seat, { b: narrator.whom(by, "you3") }),
  pressed: ({ seat, points }, narrator) => narrator.say("pressed", seat, { k: String(points) }),
  caught: ({ seat, by }, narrator) =>
    by === null ? narrator.say("forgot", seat) : narrator.say("caught", by, { b: narrator.whom(seat, "you4") }),
};
