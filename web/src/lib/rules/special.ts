// Special cards in words: which cards a key of the sheet means, and what an effect does.
import { filled } from "../i18n/index.svelte";
import type { CardWords, PageWords } from "../i18n/language";
import { SHAPES } from "../table/shapes";
import { chosen, type Json, type Node } from "./schema";

const SUITS: Record<string, string> = { clubs: "C", diamonds: "D", hearts: "H", spades: "S" };

/** Number and shape of a key that is about cards with shapes: `14`, `5T`, `stars`. */
function shapedKey(key: string): { number: string; shape: string } {
  const [, number = "", letter = ""] = /^(1[0-4]|[1-9])([CTXQS])?$/.exec(key) ?? [];
  const only = Object.values(SHAPES).find((shape) => key === `${shape}s` || key === `${shape}es`);
  return { number, shape: SHAPES[letter] ?? only ?? "" };
}

/** The cards that a key stands for: `8`, `QS`, `black A`, `hearts`, `red`, `joker`; with shapes `14`, `5T`, `stars`. */
export function cardsName(
  key: string,
  names: CardWords,
  words: Pick<PageWords, "compose.red" | "compose.black">,
  shapes = false,
): string {
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const plural = names.plurals[key];
  if (plural) return capital(plural);
  if (shapes) {
    const { number, shape } = shapedKey(key);
    const { one = "", many = "" } = names.shapes[shape] ?? {};
    if (shape) return capital(number ? names.ofShape(number, one, many) : many);
  }
  const [, rank = "", suit = ""] = /^(10|[2-9JQKA])([CDHS])$/.exec(key) ?? [];
  const [one, of] = [names.ranks[rank], names.suits[suit]];
  if (one && of) return capital(names.of(one, of));
  const [colour = "", rest = ""] = key.split(" ");
  if (colour === "red" || colour === "black")
    return capital(filled(words[`compose.${colour}`], { name: names.plurals[rest] ?? names.cards }));
  if (/^jokers?$/.test(key)) return capital(names.joker);
  return capital(names.suits[SUITS[key] ?? ""] ?? key);
}

/** The rank and the suit to draw on a small card; empty where a key names none. */
export function cornerOf(key: string, shapes = false): { rank: string; suit: string; red: boolean } {
  if (shapes) {
    const { number, shape } = shapedKey(key);
    return { rank: number, suit: shape, red: false };
  }
  const [, rank = "", suit = ""] = /^(?:red |black )?(10|[2-9JQKA])([CDHS])?$/.exec(key) ?? [];
  const only = SUITS[key] ?? "";
  return { rank, suit: suit || only, red: /^red/.test(key) || ["H", "D"].includes(suit || only) };
}

/** What one effect does, in words; null where nobody has put it into words. */
export function effectWords(
  node: Node,
  effect: Json,
  answers: Record<string, string>,
  numbers: readonly string[],
): string | null {
  if (typeof effect === "string") return answers[effect] ?? null;
  if (typeof effect !== "object" || effect === null || Array.isArray(effect)) return null;
  const [[key, inner] = ["", null]] = Object.entries(effect);
  const parts = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? Object.values(inner) : [inner];
  const n = parts.find((part) => typeof part === "number");
  const word = parts.find((part) => typeof part === "string");
  const what = `${key}.${typeof word === "string" ? word : "n"}`;
  const flag =
    typeof inner === "object" && inner !== null ? Object.entries(inner).find(([, on]) => on === true) : undefined;
  const named = answers[`${what}.${flag?.[0] ?? ""}`] ?? answers[what];
  if (named) return filled(named, { n: typeof n === "number" ? (numbers[n] ?? n) : "" });
  const option = node.kind === "choice" ? node.options[chosen(node.options, effect)] : undefined;
  return answers[option?.name ?? ""] ?? null;
}
