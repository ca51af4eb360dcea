// The games and their shipped rule sets, as `eights rules list --json` printed them for this build.
import list from "../generated/games.jsonl?raw";

export interface RuleSetInfo {
  game: string;
  "game-title": string;
  name: string;
  title: string;
  about: string;
  source: string;
  /** Other names under which people look for it. */
  names: string[];
  /** Where it is played; empty where nobody says. */
  place: string;
  /** The group of relatives that it belongs to. */
  kin: string;
  seats: [number, number];
  hash: string;
}

export interface GameInfo {
  id: string;
  title: string;
  rules: RuleSetInfo[];
}

export const RULES: readonly RuleSetInfo[] = list
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RuleSetInfo);

export const GAMES: readonly GameInfo[] = [...new Set(RULES.map((rules) => rules.game))].map((id) => ({
  id,
  title: gameTitle(id),
  rules: RULES.filter((rules) => rules.game === id),
}));

/** Rule sets with their relatives, in the order in which the groups first occur. */
export function byKin<T extends { kin: string }>(sets: readonly T[]): { kin: string; sets: T[] }[] {
  const groups = [...new Set(sets.map(({ kin }) => kin))];
  return groups.map((kin) => ({ kin, sets: sets.filter((set) => set.kin === kin) }));
}

/** A name as people may type it: small letters without accents, and nothing between the words. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("ł", "l")
    .replaceAll("ı", "i");

/** Whether somebody who looks for `wanted` may mean these rules. `words` are their title and place as the reader sees them. */
export function isCalled(set: RuleSetInfo, wanted: string, words: readonly string[] = []): boolean {
  const names = [set.name, set.title, set.place, set.kin, ...set.names, ...words];
  return names.some((name) => folded(name).includes(folded(wanted)));
}

/** The title of a game, the same in every language. A server may have games that this build has never heard of. */
export function gameTitle(id: string): string {
  return RULES.find((rules) => rules.game === id)?.["game-title"] ?? humanized(id);
}

/** Game and rules, "Crazy Eights · Score race"; the usual rules of a game are called like the game, which is said once. */
export function gameAndRules(id: string, rules: string): string {
  return [...new Set([gameTitle(id), rules])].join(" · ");
}

/** `last-match` as people write it: "Last Match". */
export function humanized(id: string): string {
  return id.replace(/[-_]+/g, " ").replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
}
