// Single keys: D draws, T takes, P passes or ends, ? asks for a hint, W asks why not, Z or U takes back, S sorts, Escape closes.

import type { TableState } from "./state.svelte";

/** Does what a key stands for, unless somebody is writing or holds a modifier; letters only where they are wanted. */
export function shortcut(event: KeyboardEvent, table: TableState, letters: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (!letters && event.key.length === 1) return;
  const at = event.target;
  if (at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName))) return;
  const key = event.key.toLowerCase();
  // At the end of a hand there is nothing to answer, but much to regret.
  if (table.ended !== null && key !== "u" && key !== "z") return;
  const card = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["card"] : undefined;
  switch (key) {
    case "d":
      table.act("draw");
      break;
    case "t":
      table.act("take");
      break;
    case "p":
      table.act("pass", "done", "end");
      break;
    case "?":
      table.hint();
      break;
    case "w":
      if (card) table.why(card);
      break;
    case "u":
    case "z":
      table.undo();
      break;
    case "s":
      table.sortAs(table.settings.sort === "rank" ? "suit" : "rank");
      break;
    case "escape":
      table.note = null;
      table.peek = null;
      table.picking = null;
      break;
    default:
      return;
  }
}
