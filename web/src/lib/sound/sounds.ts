// The names of all sounds. What each is made of is in `recipes.ts`, which is loaded only when something shall sound.

export const SOUNDS = [
  "deal",
  "play",
  "draw",
  "shuffle",
  "turn",
  "owed",
  "named-1",
  "named-2",
  "named-3",
  "named-4",
  "asset",
  "destroyed",
  "last-card",
  "click",
  "roll",
  "drop",
  "hand-won",
  "match-won",
  "match-lost",
] as const;

export type Sound = (typeof SOUNDS)[number];

/** A sound, and when it comes, in milliseconds from now. */
export interface Cue {
  sound: Sound;
  at: number;
}

const NOTES = ["named-1", "named-2", "named-3", "named-4"] as const;

/** The note of a suit or colour, so that the ear can tell which one was named: its place in the order is its pitch. */
export function noteOf(order: readonly string[], name: string | null | undefined): Sound[] {
  const note = NOTES[order.indexOf(name ?? "")];
  return note === undefined ? [] : [note];
}
