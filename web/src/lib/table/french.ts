// Cards of a French pack: reading their codes, naming and sorting them.

import type { Language } from "../i18n/language";
import type { SuitSign } from "./game-module";
import { position } from "./sort";
import type { Code } from "./types";

const RANKS = ["8", "A", "K", "Q", "J", "10", "9", "7", "6", "5", "4", "3", "2"];
const SUITS = ["S", "H", "C", "D"];

/** How a named suit is drawn. */
export const frenchSigns: Record<string, SuitSign> = Object.fromEntries(
  SUITS.map((suit) => [suit, { symbol: `s-${suit}`, colour: `var(--suit-${suit.toLowerCase()})` }]),
);

/** Rank and suit of a card of a French pack; a joker has neither. */
export function french(code: Code): { rank: string; suit: string } {
  return code.startsWith("*") ? { rank: "*", suit: "*" } : { rank: code.slice(0, -1), suit: code.slice(-1) };
}

/** What stands on cards where it is not what French cards show: by rank (`J`), letter of a suit (`C`) or joker (`*1`). */
export type PrintedNames = Readonly<Record<string, string>>;

/** What stands in the corner of a card with a name: a short name, or the first letter of a longer one. */
export function signOf(name: string): string {
  return [...name].length <= 2 ? name : ([...name][0] ?? "").toUpperCase();
}

/** All cards of a pack, without jokers. */
export function frenchCards(): Code[] {
  return SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`));
}

/** Whether a code of an unknown game looks like a card of a French pack. */
export function isFrench(code: Code): boolean {
  return /^(?:(?:[2-9]|10|[AJQK])[CDHS]|\*\d)$/.test(code);
}

export function frenchCardName(code: Code, { names: w }: Language): string {
  const { rank, suit } = french(code);
  return rank === "*" ? `${w.joker} ${code.slice(1)}` : w.of(w.ranks[rank] ?? rank, w.suits[suit] ?? "");
}

/** What a named suit or rank is called. */
export function frenchNameLabel(name: string, { names: w }: Language): string {
  return w.suits[name] ?? w.plurals[name] ?? name;
}

/** Black and red suits alternate; eights come first. */
export function frenchSortKeys(code: Code): [suit: number, rank: number] {
  const { rank, suit } = french(code);
  return [position(SUITS, suit), position(RANKS, rank)];
}
