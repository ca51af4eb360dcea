// What was played last: the next game begins with the same choice.
import { GAMES } from "./games";
import { readKept, writeKept } from "./kept";
import { LEVELS } from "./levels";

export interface Choice {
  game: string;
  /** The rule set chosen last, by game. */
  rules: Record<string, string>;
  /** How many sit at the table, by game. */
  seats: Record<string, number>;
  level: string;
  /** How many people share this screen. */
  people: number;
  /** Their names, from the second on. */
  names: string[];
}

const KEY = "eights.choice";

export const choice: Choice = $state({
  game: "crazy-eights",
  rules: {},
  seats: {},
  level: "casual",
  people: 1,
  names: [],
  ...readKept<Partial<Choice>>(KEY, {}),
});

/** The rule set of a game that is chosen, always one that exists. */
export function chosenRules(game: string) {
  const info = GAMES.find((one) => one.id === game) ?? GAMES[0];
  return info?.rules.find((rules) => rules.name === choice.rules[game]) ?? info?.rules[0];
}

/** How many sit down, within what the rules allow. */
export function chosenSeats(game: string, range: readonly [number, number]): number {
  const wanted = choice.seats[game] ?? Math.min(range[1], 4);
  return Math.max(range[0], Math.min(range[1], wanted));
}

export function keepChoice(): void {
  if (!LEVELS.some((level) => level === choice.level)) choice.level = "casual";
  writeKept(KEY, $state.snapshot(choice));
}
