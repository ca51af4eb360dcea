// Where the turns and the hands of a match begin, to jump there in its replay.

/** The steps after which another seat acts, from the start of the match to its end. */
export function turnStarts(doers: readonly string[]): number[] {
  const starts = doers.flatMap((seat, at) => (at > 0 && seat !== doers[at - 1] ? [at] : []));
  return [0, ...starts, ...(doers.length > 0 ? [doers.length] : [])];
}

/** The nearest of some steps before or after a step; the step itself where there is none. */
export function jump(steps: readonly number[], from: number, forward: boolean): number {
  const found = forward ? steps.find((step) => step > from) : steps.findLast((step) => step < from);
  return found ?? from;
}

/** The number of the hand that a step belongs to, from 1: `ends` are the steps that ended one. */
export function handAt(ends: readonly number[], step: number): number {
  return ends.filter((end) => end < step || (end === step && end !== ends.at(-1))).length + 1;
}
