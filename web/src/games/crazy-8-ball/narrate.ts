// Tells the events of Crazy 8-Ball.

import type { Event, View } from "../../generated/games/crazy-8-ball";
import type { Narration } from "../../lib/narrate/events";
import { handOf, sharedNarration, type Narrator } from "../../lib/narrate/narrator";
import { BALL_COLOURS } from "./balls";
import { capital, inWords, oneBallCard, spotName } from "./names";

export const narration: Narration<Event> = {
  ...sharedNarration,
  moved,
  gathered: (_, narrator) => narrator.book.turnedOver,
  shown: () => null,
  chose: ({ seat, balls }, narrator) => narrator.say(balls, seat),
  ball({ seat, color, at }, narrator) {
    const goesDown = narrator.say("ball", seat, { c: narrator.named(color), p: spotName(at, narrator.lang) });
    return [goesDown, standing(seat, narrator)].filter(Boolean).join(" ");
  },
  eight: ({ seat, at }, narrator) => narrator.say("eight", seat, { p: spotName(at, narrator.lang) }),
  over(ending, narrator) {
    if (ending === "stalemate") return narrator.book.stalemate;
    return ending === "turn-cap" ? narrator.book.turnCap : narrator.say("won", ending.eight);
  },
};

function moved({ card, from, to }: { card: string; from: string; to: string }, narrator: Narrator): string | null {
  const c = narrator.card(card);
  const o = oneBallCard(card, narrator.lang);
  const [giver, taker] = [handOf(from), handOf(to)];
  if (from === "stock" && taker) return narrator.say("drewOne", taker, { c, o });
  if (from === "discard" && taker) return narrator.say("took", taker, { c });
  if (from === "stock" && to === "discard") return narrator.say("turnedUp", undefined, { c });
  if (!giver) return null;
  if (to === "discard") return narrator.say("threw", giver, { c, o });
  const p = spotName(to, narrator.lang);
  if (card.startsWith("pocket")) return narrator.say("laidPocket", giver, { c, o, p });
  // Stick and cue ball go with the ball, which has an event of its own.
  return card.startsWith("block") ? narrator.say("blockedPocket", giver, { c, o, p }) : null;
}

/** "Two down, five to go", after the last ball of a shot; the view has the rows as they are after all of them. */
function standing(seat: string, narrator: Narrator): string {
  const { lang, later } = narrator;
  const row = (narrator.view as View | null)?.rows[seat];
  if (row === undefined || later.some((event) => typeof event === "object" && ("ball" in event || "eight" in event)))
    return "";
  if (row.length === 0) return narrator.book.allBallsDown;
  const d = inWords(BALL_COLOURS.length - row.length, lang);
  return capital(narrator.say("ballsDown", undefined, { d, r: inWords(row.length, lang) }));
}
