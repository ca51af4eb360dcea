// Sorts the cards of a hand and gives each of them a key.

import type { GameModule } from "./game-module";
import type { Code } from "./types";

/** The index of a word in a list; words that are not in it come last. */
export function position(list: readonly string[], word: string): number {
  const at = list.indexOf(word);
  return at < 0 ? list.length : at;
}

/** The hand in the order that the player prefers. */
export function sortHand(
  game: Pick<GameModule, "sortKeys">,
  hand: readonly Code[],
  by: "suit" | "rank" | "dealt",
): Code[] {
  if (by === "dealt") return [...hand];
  const [first, second] = by === "suit" ? ([0, 1] as const) : ([1, 0] as const);
  return hand
    .map((code, at) => ({ code, at, keys: game.sortKeys(code) }))
    .sort(
      (a, b) =>
        a.keys[first] - b.keys[first] ||
        a.keys[second] - b.keys[second] ||
        (a.code < b.code ? -1 : a.code > b.code ? 1 : a.at - b.at),
    )
    .map(({ code }) => code);
}

/** The cards of a hand, each with a key of its own: the second `5H` is `5H#1`. */
export function keyed(hand: readonly Code[]): { code: Code; key: string }[] {
  const seen = new Map<Code, number>();
  return hand.map((code) => {
    const n = seen.get(code) ?? 0;
    seen.set(code, n + 1);
    return { code, key: `${code}#${n}` };
  });
}
