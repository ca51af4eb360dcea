// The numbers of the balls: a colour is told by its number too.

const COLOURS = ["yellow", "blue", "red", "purple", "orange", "green", "maroon"];

/** 1 to 7 for solids, 9 to 15 for stripes. */
export function ballNumber(colour: string, striped = false): number {
  return COLOURS.indexOf(colour) + 1 + (striped ? 8 : 0);
}

export { COLOURS as BALL_COLOURS };
