// News for whoever looks or listens: one line that shows for a while and is read aloud.

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

/** Says something to the person in front of the page. */
export function tellPerson(text: string, bad = false): void {
  const one: News = { id: ++count, text, bad };
  state.list = [...state.list.slice(-2), one];
  setTimeout(() => dismiss(one.id), 6000);
}

export function dismiss(id: number): void {
  state.list = state.list.filter((one) => one.id !== id);
}
