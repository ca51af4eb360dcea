// Dragging a card of the hand to a place on the table. A short press stays a tap, a long one shows the card.

import type { TableState } from "./state.svelte";
import type { Code } from "./types";

interface Options {
  table: TableState;
  code: Code;
  /** Held still for a while. */
  held: (card: HTMLElement) => void;
}

const FAR = 9;
const LONG = 420;

/** Makes a card follow the pointer. The click that ends a drag or a long press is swallowed. */
export function dragging(node: HTMLElement, options: Options): { update: (next: Options) => void; destroy: () => void } {
  let now = options;
  let start: { x: number; y: number; id: number } | null = null;
  let moved = false;
  let swallow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const card = (): HTMLElement | null => node.querySelector<HTMLElement>(".lift");

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    moved = false;
    swallow = false;
    if (event.pointerType !== "mouse") {
      timer = setTimeout(() => {
        swallow = true;
        now.held(node);
      }, LONG);
    }
  }

  function move(event: PointerEvent): void {
    if (start?.id !== event.pointerId) return;
    const dx = event.clientX - start.x;
    const dy = event.clientY - start.y;
    if (!moved && Math.hypot(dx, dy) < FAR) return;
    if (!moved) {
      moved = true;
      clearTimeout(timer);
      now.table.peek = null;
      now.table.dragging = now.code;
      node.setPointerCapture(event.pointerId);
      node.style.zIndex = "20";
    }
    const face = card();
    if (face) {
      face.style.transition = "none";
      face.style.transform = `translate(${dx}px, ${dy}px) scale(1.06)`;
    }
    now.table.over = placeAt(event.clientX, event.clientY);
  }

  function up(event: PointerEvent): void {
    clearTimeout(timer);
    if (start?.id !== event.pointerId) return;
    start = null;
    if (swallow) now.table.peek = null;
    if (!moved) return;
    swallow = true;
    const place = placeAt(event.clientX, event.clientY);
    rest();
    if (place !== null && event.type === "pointerup") now.table.drop(now.code, place, node);
  }

  function rest(): void {
    const face = card();
    if (face) {
      face.style.transition = "";
      face.style.transform = "";
    }
    node.style.zIndex = "";
    now.table.dragging = null;
    now.table.over = null;
  }

  function placeAt(x: number, y: number): string | null {
    for (const element of document.elementsFromPoint(x, y)) {
      const place = element.closest<HTMLElement>("[data-drop]")?.dataset["drop"];
      if (place !== undefined && now.table.targets.has(place)) return place;
    }
    return null;
  }

  function click(event: MouseEvent): void {
    if (!swallow) return;
    swallow = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, true);
  return {
    update: (next) => (now = next),
    destroy: () => {
      clearTimeout(timer);
      if (moved && start) rest();
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, true);
    },
  };
}
