// The games and their shipped rule sets, as `eights rules list --json` printed them for this build.
import list from "../generated/games.jsonl?raw";

export interface RuleSetInfo {
  game: string;
  "game-title": string;
  name: string;
  title: string;
  about: string;
  source: string;
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
