// Where the pips of a number card lie. None comes near the column of the index, which is all that is seen of a card in a fan.

const LEFT = 91;
const MID = 125;
const RIGHT = 159;

/** The column at the left that belongs to rank and sign, in the units of a card of 250 by 350. */
export const INDEX_COLUMN = 62;

/** The middles of the two pale discs that an eight stands on, its own figure: wild cards are known from across the table. */
export const EIGHT_DISCS = [113, 237] as const;

/** How large a pip is, of the 250 units that a card is wide. */
export function pipSize(rank: string): number {
  return Number(rank) >= 8 ? 40 : 44;
}

/** [x, y] of each pip on a card of 250 by 350. */
export function pips(rank: string): [number, number][] {
  const pair = (y: number, left = LEFT, right = RIGHT): [number, number][] => [
    [left, y],
    [right, y],
  ];
  const one = (y: number): [number, number] => [MID, y];
  switch (Number(rank)) {
    case 2:
      return [one(74), one(276)];
    case 3:
      return [one(74), one(175), one(276)];
    case 4:
      return [...pair(80), ...pair(270)];
    case 5:
      return [...pair(80), one(175), ...pair(270)];
    case 6:
      return [...pair(80), ...pair(175), ...pair(270)];
    case 7:
      return [...pair(80), one(127), ...pair(175), ...pair(270)];
    case 8:
      return [85, 141, 209, 265].flatMap((y) => pair(y, 97, 153));
    case 9:
      return [...pair(70), ...pair(140), one(175), ...pair(210), ...pair(280)];
    case 10:
      return [...pair(66), one(102), ...pair(138), ...pair(212), one(248), ...pair(284)];
    default:
      return [];
  }
}
