// The last choice of game, rules and players, which the front page starts with.
import { GAMES } from "./games";
import { readStored, writeStored } from "./local-storage";
import { LEVELS } from "./levels";

export interface LastSetup {
  game: string;
  /** The rule set chosen last, by game. */
  rules: Record<string, string>;
  /** The number of seats, by game. */
  seats: Record<string, number>;
  level: string;
  /** How many people share this screen. */
  people: number;
  /** Their names, from the second on. */
  names: string[];
}

const KEY = "eights.choice";

export const lastSetup: LastSetup = $state({
  game: GAMES[0]?.id ?? "",
  rules: {},
  seats: {},
  level: "casual",
  people: 1,
  names: [],
  ...readStored<Partial<LastSetup>>(KEY, {}),
});

/** The rule set of a game that is chosen, always one that exists. */
export function chosenRules(game: string) {
  const info = GAMES.find((one) => one.id === game) ?? GAMES[0];
  return info?.rules.find((rules) => rules.name === lastSetup.rules[game]) ?? info?.rules[0];
}

/** How many sit down, within what the rules allow. */
export function chosenSeats(game: string, range: readonly [number, number]): number {
  const wanted = lastSetup.seats[game] ?? Math.min(range[1], 4);
  return Math.max(range[0], Math.min(range[1], wanted));
}

export function saveSetup(): void {
  if (!LEVELS.some((level) => level === lastSetup.level)) lastSetup.level = "casual";
  writeStored(KEY, $state.snapshot(lastSetup));
}
