// Which sounds a step makes, and when: paper when cards move, notes when it concerns the reader.

import { cardEventOf, unwrapped, type TableEvent } from "../narrate/events";
import type { Cue, Sound } from "../sound/sounds";
import type { GameModule } from "./game-module";
import { aroundDeal } from "./log";
import { LANDS, isNewDeal, type Motion } from "./motion";
import type { Scene } from "./scene";
import { eventsOf, type Seat, type Update } from "./types";

/** Cards of a deal that are heard; the rest would be a hiss. */
const MOST_DEALT = 10;
const DEAL_GAP = 70;

/** Between two cards that are drawn one after the other. */
const DRAW_GAP = 90;
const MOST_DRAWN = 4;

/** The reader's note comes when the cards lie. */
const REST = 160;

/** What is heard of a step, at the usual speed. `ends` is whether the end of a hand is looked at before the next deal. */
export function cuesOf(
  game: Pick<GameModule, "sounds" | "refillsHand">,
  before: Scene | null,
  after: Scene,
  update: Update,
  wait: Motion["wait"],
  ends: boolean,
): Cue[] {
  if (before === null) return [];
  const isDeal = isNewDeal(before, after);
  const events = eventsOf(update);
  const found = eventCues(game, isDeal ? aroundDeal(events).before : events, wait);
  if (isDeal && !ends) found.push(...dealCues(after));
  let rest = found.reduce((last, { at }) => Math.max(last, at), 0) + (found.length > 0 ? REST : 0);
  const add = (sound: Sound): void => {
    found.push({ sound, at: rest });
    rest += 2 * REST;
  };
  const { over } = update;
  if (over) add(isGlad(over.winners, after) ? "match-won" : "match-lost");
  else if (update["hand-over"]) {
    if (isGlad(update["hand-over"].winners, after)) add("hand-won");
  } else {
    if (!isDeal && !game.refillsHand && hasLastCard(before, after)) add("last-card");
    if (isAsked(before, after)) add("turn");
  }
  return found;
}

/** What is heard when the next hand is dealt, after the last one was looked at. */
export function dealCues(after: Scene): Cue[] {
  const cards = after.seats.reduce((sum, { hand }) => sum + hand.length, 0);
  return Array.from({ length: Math.min(MOST_DEALT, cards) }, (_, i): Cue => ({
    sound: "deal",
    at: (i + 1) * DEAL_GAP,
  }));
}

/** A spectator hears the winning sound, no matter who wins. */
const isGlad = (winners: readonly Seat[], { you }: Scene): boolean => you === null || winners.includes(you);

const isAsked = (before: Scene, { asks, you }: Scene): boolean => you !== null && asks === you && before.asks !== you;

function hasLastCard(before: Scene, after: Scene): boolean {
  return after.seats.some(
    ({ hand, playing }, i) => playing && hand.length === 1 && (before.seats[i]?.hand.length ?? 1) > 1,
  );
}

function eventCues(game: Pick<GameModule, "sounds">, events: readonly TableEvent[], wait: Motion["wait"]): Cue[] {
  const found: Cue[] = [];
  let drawn = 0;
  events.forEach((event, i) => {
    const { kind, body } = unwrapped(event);
    const own = game.sounds?.[kind]?.(body as never);
    if (own) found.push(...own.map(({ sound, at }) => ({ sound, at: at + wait(i) })));
    const sound = cardSound(event);
    if (sound === null) return;
    if (sound !== "draw") found.push({ sound, at: wait(i) + (sound === "shuffle" ? 0 : LANDS) });
    else if (drawn < MOST_DRAWN) found.push({ sound, at: wait(i) + drawn++ * DRAW_GAP });
  });
  return found;
}

/** What a card that moves sounds like. */
function cardSound(event: TableEvent): Sound | null {
  const inner = cardEventOf(event);
  if (inner === null || "shown" in inner) return null;
  if ("gathered" in inner || "shuffled" in inner || "rotated" in inner) return "shuffle";
  const { from, to } = "moved" in inner ? inner.moved : inner.buried;
  if (to.startsWith("hand ")) return "draw";
  if (to.startsWith("in play ")) return "asset";
  return from.startsWith("hand ") ? "play" : null;
}
