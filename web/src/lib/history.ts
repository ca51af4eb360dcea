// Counts played and won matches by game.

export interface Played {
  id: string;
  where: "local" | "server";
  at: number;
  game: string;
  title: string;
  names: string[];
  /** Whether the own seat won; null where several people shared the screen. */
  won: boolean | null;
  winners: string[];
  points: Record<string, number>;
  steps: number;
}

export interface Sum {
  played: number;
  /** Matches with a known result for the person; shared screens have none. */
  counted: number;
  won: number;
}

export function tally(matches: readonly Played[]): Record<string, Sum> {
  const sums: Record<string, Sum> = {};
  for (const match of matches) {
    const sum = (sums[match.game] ??= { played: 0, counted: 0, won: 0 });
    sum.played += 1;
    if (match.won !== null) sum.counted += 1;
    if (match.won === true) sum.won += 1;
  }
  return sums;
}
