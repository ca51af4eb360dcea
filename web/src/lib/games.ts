// The games and their shipped rule sets, as `eights rules list --json` tells them when the page is built.
import list from "./games.jsonl?raw";

export interface RuleSetInfo {
  game: string;
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

/** The games' own names; they are the same in every language. */
const TITLES: Record<string, string> = {
  "crazy-eights": "Crazy Eights",
  "crazier-eights": "Crazier Eights",
  "crazy-8-ball": "Crazy 8-Ball",
};

export const RULES: readonly RuleSetInfo[] = list
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as RuleSetInfo);

export const GAMES: readonly GameInfo[] = [...new Set(RULES.map((rules) => rules.game))].map((id) => ({
  id,
  title: TITLES[id] ?? id,
  rules: RULES.filter((rules) => rules.game === id),
}));

export function gameTitle(id: string): string {
  return TITLES[id] ?? id;
}
