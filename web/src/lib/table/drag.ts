// Dragging a card of the hand to a place on the table. A short press stays a tap, a long one shows the card.

import type { TableState } from "./state.svelte";
import type { Code } from "./types";

interface Options {
  table: TableState;
  /** A card was held still for a while. */
  held: (card: HTMLElement, code: Code) => void;
}

/** A card under a finger or a pressed button. */
interface Press {
  card: HTMLElement;
  code: Code;
  x: number;
  y: number;
  id: number;
  /** Whether it has left its place. */
  moved: boolean;
}

const FAR = 9;
const LONG = 420;

/** Makes the cards of a hand follow the pointer. The click that ends a drag or a long press is swallowed. */
export function dragging(hand: HTMLElement, { table, held }: Options): { destroy: () => void } {
  let press: Press | null = null;
  let swallow = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const face = (card: HTMLElement): HTMLElement | null => card.querySelector<HTMLElement>(".lift");

  function down(event: PointerEvent): void {
    const card = (event.target as Element).closest<HTMLElement>("[data-card]");
    if (event.button !== 0 || !card || press) return;
    const code = card.dataset["card"] ?? "";
    press = { card, code, x: event.clientX, y: event.clientY, id: event.pointerId, moved: false };
    swallow = false;
    // The card may be taken away while it is dragged: only the window hears of everything that follows.
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      swallow = true;
      held(card, code);
    }, LONG);
  }

  function move(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return;
    const { card, code } = press;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.moved && Math.hypot(dx, dy) < FAR) return;
    if (!press.moved) {
      press.moved = true;
      clearTimeout(timer);
      table.peek = null;
      table.dragging = code;
      if (card.isConnected) card.setPointerCapture(event.pointerId);
      card.style.zIndex = "20";
    }
    const shown = face(card);
    if (shown) {
      shown.style.transition = "none";
      shown.style.transform = `translate(${dx}px, ${dy}px) scale(1.06)`;
    }
    table.over = placeAt(event.clientX, event.clientY);
  }

  function up(event: PointerEvent): void {
    if (press?.id !== event.pointerId) return;
    const { card, code, moved } = press;
    if (swallow) table.peek = null;
    letGo();
    if (!moved) return;
    swallow = true;
    const place = placeAt(event.clientX, event.clientY);
    if (place !== null && event.type === "pointerup" && card.isConnected) table.drop(code, place, card);
  }

  function letGo(): void {
    clearTimeout(timer);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    const { card, moved } = press ?? {};
    press = null;
    if (!card || !moved) return;
    const shown = face(card);
    if (shown) {
      shown.style.transition = "";
      shown.style.transform = "";
    }
    card.style.zIndex = "";
    table.dragging = null;
    table.over = null;
  }

  function placeAt(x: number, y: number): string | null {
    for (const element of document.elementsFromPoint(x, y)) {
      const place = element.closest<HTMLElement>("[data-drop]")?.dataset["drop"];
      if (place !== undefined && table.targets.has(place)) return place;
    }
    return null;
  }

  function click(event: MouseEvent): void {
    // A click without a count comes from the keyboard.
    if (!swallow || event.detail === 0) return;
    swallow = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  hand.addEventListener("pointerdown", down);
  hand.addEventListener("click", click, true);
  return {
    destroy: () => {
      letGo();
      hand.removeEventListener("pointerdown", down);
      hand.removeEventListener("click", click, true);
    },
  };
}
