// Toasts: one line each, shown for a while and read aloud by screen readers.
import { untrack } from "svelte";

export interface News {
  id: number;
  text: string;
  bad: boolean;
}

const state = $state<{ list: News[] }>({ list: [] });
let count = 0;

export const news = {
  get list(): readonly News[] {
    return state.list;
  },
};

/** Shows a toast. Often called from effects, which must not start to depend on the list that they change. */
export function tellPerson(text: string, bad = false): void {
  const one: News = { id: ++count, text, bad };
  state.list = [...untrack(() => state.list).slice(-2), one];
  setTimeout(() => dismiss(one.id), 6000);
}

export function dismiss(id: number): void {
  state.list = state.list.filter((one) => one.id !== id);
}
