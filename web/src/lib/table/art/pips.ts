// Where the pips of a number card lie, as printed for centuries: three columns, the lower half turned round.

const LEFT = 84;
const MID = 125;
const RIGHT = 166;

/** [x, y] of each pip on a card of 250 by 350. */
export function pips(rank: string): [number, number][] {
  const n = Number(rank);
  const pair = (y: number): [number, number][] => [[LEFT, y], [RIGHT, y]];
  const one = (y: number): [number, number] => [MID, y];
  switch (n) {
    case 2:
      return [one(72), one(278)];
    case 3:
      return [one(72), one(175), one(278)];
    case 4:
      return [...pair(72), ...pair(278)];
    case 5:
      return [...pair(72), one(175), ...pair(278)];
    case 6:
      return [...pair(72), ...pair(175), ...pair(278)];
    case 7:
      return [...pair(72), ...pair(175), ...pair(278), one(123)];
    case 8:
      return [...pair(72), ...pair(175), ...pair(278), one(123), one(227)];
    case 9:
      return [...pair(66), ...pair(139), ...pair(211), ...pair(284), one(175)];
    case 10:
      return [...pair(66), ...pair(139), ...pair(211), ...pair(284), one(102), one(248)];
    default:
      return [];
  }
}
