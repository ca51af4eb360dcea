// Sorting the own hand: by suit, or by rank from the eight and the ace down.

import { cardOf, COLOURS } from "./crazier-cards";
import type { Code, GameId } from "./types";

const HIGH = ["8", "A", "K", "Q", "J", "10", "9", "7", "6", "5", "4", "3", "2"];
const SUITS = ["S", "H", "C", "D"];
const BALLS = ["yellow", "blue", "red", "purple", "orange", "green", "maroon"];
const KINDS = ["stick", "cue", "pocket", "block"];

/** Rank and suit of a card of a French pack; a joker has neither. */
export function french(code: Code): { rank: string; suit: string } {
  return code.startsWith("*") ? { rank: "*", suit: "*" } : { rank: code.slice(0, -1), suit: code.slice(-1) };
}

const place = (list: readonly string[], word: string): number => {
  const at = list.indexOf(word);
  return at < 0 ? list.length : at;
};

/** Two numbers, the one that is sorted by first, for a card. */
function keys(game: GameId, code: Code, by: "suit" | "rank"): [number, number] {
  if (game === "crazy-8-ball") {
    const [kind = "", first = ""] = code.split("-");
    const pair: [number, number] = [place(BALLS, first), place(KINDS, kind)];
    return by === "suit" ? pair : [pair[1], pair[0]];
  }
  if (game === "crazier-eights") {
    const card = cardOf(code);
    const pair: [number, number] = [place(COLOURS, card.colours[0] ?? ""), place(HIGH, card.rank ?? "")];
    return by === "suit" ? pair : [pair[1], pair[0]];
  }
  const { rank, suit } = french(code);
  const pair: [number, number] = [place(SUITS, suit), place(HIGH, rank)];
  return by === "suit" ? pair : [pair[1], pair[0]];
}

/** The hand in the order in which the player likes to hold it. Backs come last. */
export function sortHand(game: GameId, hand: readonly Code[], by: "suit" | "rank" | "dealt"): Code[] {
  if (by === "dealt") return [...hand];
  return hand
    .map((code, at) => ({ code, at, key: keys(game, code, by) }))
    .sort((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || (a.code < b.code ? -1 : a.code > b.code ? 1 : a.at - b.at))
    .map((it) => it.code);
}

/** The cards of a hand, each with a name of its own: the second `5H` is `5H#1`. */
export function keyed(hand: readonly Code[]): { code: Code; key: string }[] {
  const seen = new Map<Code, number>();
  return hand.map((code) => {
    const n = seen.get(code) ?? 0;
    seen.set(code, n + 1);
    return { code, key: `${code}#${n}` };
  });
}
