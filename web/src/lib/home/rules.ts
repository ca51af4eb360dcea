// The rules that the front page offers for a game: the shipped ones, and those that people here have made or opened from a link.
import type { GamePage } from "../game-page";
import type { RuleSetInfo } from "../games";
import type { StoredHouseRules } from "../storage/database";

export interface RulesChoice {
  /** What is remembered of the choice. */
  value: string;
  title: string;
  about: string;
  /** The group of relatives under which it is offered; empty for house rules. */
  kin: string;
  seats: readonly [number, number];
  /** What the table is opened with: a name, or a whole sheet. */
  rules: string | Record<string, unknown>;
  /** The name of the shipped set that it is, or is made from. */
  shipped: string;
}

/** The choices for a game, shipped rules first. Those that only researchers want are found among all rules. */
export function rulesChoices(
  sets: readonly RuleSetInfo[],
  page: Pick<GamePage, "forResearch"> | undefined,
  houses: readonly StoredHouseRules[],
): RulesChoice[] {
  const shipped = sets
    .filter(({ name }) => !page?.forResearch?.includes(name))
    .map(({ name, title, about, kin, seats }): RulesChoice => ({
      value: name,
      title,
      about,
      kin,
      seats,
      rules: name,
      shipped: name,
    }));
  const game = sets[0]?.game;
  const own = houses
    .filter((house) => house.game === game)
    .map(({ id, title, sheet }): RulesChoice => {
      const base = sets.find(({ name }) => name === sheet["extends"]) ?? sets[0];
      const about = typeof sheet["about"] === "string" ? sheet["about"] : "";
      return {
        value: `house:${id}`,
        title,
        about,
        kin: "",
        seats: seatsOf(sheet, base?.seats ?? [2, 2]),
        rules: sheet,
        shipped: base?.name ?? "",
      };
    });
  return [...shipped, ...own];
}

/** How many can play by a sheet: what it says, else what it is made from. */
function seatsOf(sheet: Record<string, unknown>, base: readonly [number, number]): readonly [number, number] {
  const { min, max } = (sheet["players"] ?? {}) as { min?: number; max?: number };
  const least = min ?? base[0];
  return [least, Math.max(least, max ?? base[1])];
}
