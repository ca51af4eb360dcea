// Whether the reader wants to see how the rules are checked: scripts, clauses, and the pages that only they need.
import { readStored, writeStored } from "../local-storage";

const KEY = "eights.curious";
const state = $state({ on: readStored(KEY, false) });

export const curious = {
  get on(): boolean {
    return state.on;
  },
  set on(on: boolean) {
    state.on = on;
    writeStored(KEY, on);
  },
};
