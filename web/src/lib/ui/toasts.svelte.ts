// Toasts: one line each, shown for a while and read aloud by screen readers.
import { untrack } from "svelte";

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
  /** Something that can still be done about it, such as taking it back. */
  action: ToastAction | null;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

const state = $state<{ list: Toast[] }>({ list: [] });
let count = 0;

export const toasts = {
  get list(): readonly Toast[] {
    return state.list;
  },
};

/** Shows a toast. Often called from effects, which must not start to depend on the list that they change. */
export function showToast(text: string, bad = false, action: ToastAction | null = null): void {
  const one: Toast = { id: ++count, text, bad, action };
  state.list = [...untrack(() => state.list).slice(-2), one];
  setTimeout(() => dismiss(one.id), action ? 8000 : 6000);
}

export function dismiss(id: number): void {
  state.list = state.list.filter((one) => one.id !== id);
}
