// Cards that others play are shown before they act, one after the other, and nothing is lost meanwhile.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Presenter, readingTime } from "./presenter.svelte";
import type { Room, Update } from "./types";

const room = { you: "A" } as unknown as Room;
const text = "Destroy a card in play of your choice, and then go home and read a very long book.";
const game = { cardText: () => text };
const update = (step: number, events: unknown[] = [], more: Partial<Update> = {}): Update =>
  ({ step, events, offers: [], "match-id": "m", asks: "B", score: {}, view: {}, ...more }) as unknown as Update;
const played = (seat: string, card = "death") => ({ event: "played", seat, card });

let speed = 1;
const open = (): Presenter =>
  new Presenter(
    () => game,
    () => speed,
    { room, update: update(1) },
  );

beforeEach(() => {
  speed = 1;
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a text is shown long enough to be read, and never for less than a moment", () => {
  expect(readingTime("Destroy all.")).toBe(1600);
  expect(readingTime("x".repeat(100))).toBe(4500);
});

test("a card that another plays is shown first, then the update, then what came meanwhile", () => {
  const table = open();
  table.receive(room, update(2, [played("B")]));
  expect(table.card).toMatchObject({ code: "death", seat: "B", hold: readingTime(text) });
  expect(table.shown.update?.step).toBe(1);
  table.receive(room, update(3));
  table.receive(room, update(4, [played("C", "trade")]));
  vi.advanceTimersByTime(readingTime(text) + 1);
  expect(table.card).toBeNull();
  expect(table.shown.update?.step).toBe(2);
  vi.advanceTimersByTime(700);
  expect(table.shown.update?.step).toBe(3);
  vi.advanceTimersByTime(700);
  expect(table.card?.code).toBe("trade");
  table.goOn();
  expect(table.card).toBeNull();
  expect(table.shown.update?.step).toBe(4);
});

test("the reader's speed counts, and instant shows nothing", () => {
  speed = 0.5;
  const table = open();
  table.receive(room, update(2, [played("B")]));
  expect(table.card?.hold).toBe(readingTime(text) / 2);
  speed = 0;
  const other = open();
  other.receive(room, update(2, [played("B")]));
  expect(other.card).toBeNull();
  expect(other.shown.update?.step).toBe(2);
});

test("nothing waits where no card is to be read", () => {
  const table = new Presenter(
    () => null,
    () => 1,
    { room, update: update(1) },
  );
  for (const step of [2, 3, 4]) {
    table.receive(room, update(step, [played("B")]));
    expect(table.shown.update?.step).toBe(step);
  }
  const other = open();
  for (const step of [2, 3, 4]) {
    other.receive(room, update(step));
    expect(other.shown.update?.step).toBe(step);
  }
});

test("who stops stays until they go on", () => {
  const table = open();
  table.receive(room, update(2, [played("B")]));
  table.stop();
  vi.advanceTimersByTime(60_000);
  expect(table.card?.code).toBe("death");
  table.goOn();
  expect(table.shown.update?.step).toBe(2);
});

test("one's own card acts while it is shown, and gives way to a question", () => {
  const table = open();
  table.receive(room, update(2, [played("A")]));
  expect(table.shown.update?.step).toBe(2);
  expect(table.card?.hold).toBe(1600);
  table.receive(room, update(3));
  expect(table.card).toBeNull();
  expect(table.shown.update?.step).toBe(3);
  const asked = open();
  asked.receive(
    room,
    update(2, [played("A")], { offers: [{ say: "choose castle", verb: "choose" }] as Update["offers"] }),
  );
  expect(asked.card).toBeNull();
  expect(asked.shown.update?.step).toBe(2);
});

test("taking back and a new match are shown at once", () => {
  const table = open();
  table.receive(room, update(5, [played("B")]));
  table.receive(room, update(3));
  expect(table.card).toBeNull();
  expect(table.shown.update?.step).toBe(3);
  table.receive(room, update(9, [played("B")], { "match-id": "n" }));
  expect(table.card).toBeNull();
  expect(table.shown.update?.step).toBe(9);
});

test("a room that changes alone is shown at once, or with the update that waits", () => {
  const table = open();
  const later = { you: "A", watchers: 3 } as unknown as Room;
  table.receive(room, update(2, [played("B")]));
  const { update: same } = { update: update(3) };
  table.receive(room, same);
  table.receive(later, same);
  expect(table.shown.room).toBe(room);
  table.goOn();
  vi.advanceTimersByTime(700);
  expect(table.shown.room).toBe(later);
});

test("while the end of a hand is looked at everything waits, then comes one after the other after the deal", () => {
  const plain = new Presenter(
    () => ({}),
    () => speed,
    { room, update: update(1) },
  );
  plain.receive(room, update(2));
  expect(plain.shown.update?.step).toBe(2);
  plain.hold();
  plain.receive(room, update(3));
  expect(plain.isAwaited).toBe(false);
  plain.receive(room, update(4, [], { asks: "A" }));
  expect(plain.shown.update?.step).toBe(2);
  expect(plain.isAwaited).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(plain.shown.update?.step).toBe(2);
  plain.release();
  expect(plain.shown.update?.step).toBe(2);
  vi.advanceTimersByTime(1400);
  expect(plain.shown.update?.step).toBe(3);
  // Nothing overtakes what waits.
  plain.receive(room, update(5));
  expect(plain.shown.update?.step).toBe(3);
  vi.advanceTimersByTime(1500);
  expect(plain.shown.update?.step).toBe(5);
  expect(plain.isAwaited).toBe(false);
});

test("an update that comes again after a lost connection changes nothing at the end of a hand", () => {
  const table = open();
  table.receive(room, update(2));
  table.hold();
  const again = update(2);
  table.receive(room, again);
  expect(table.shown.update).toBe(again);
  table.receive(room, update(3));
  table.receive(room, update(3));
  expect(table.shown.update?.step).toBe(2);
  table.release();
  vi.advanceTimersByTime(2000);
  expect(table.shown.update?.step).toBe(3);
});

test("taking back ends the waiting", () => {
  const table = open();
  table.receive(room, update(6));
  table.hold();
  table.receive(room, update(7, [played("B")]));
  table.receive(room, update(4));
  expect(table.shown.update?.step).toBe(4);
  table.receive(room, update(5));
  expect(table.shown.update?.step).toBe(5);
});

test("the next update waits for what still moves", () => {
  const table = open();
  table.receive(room, update(2));
  table.linger(900);
  table.receive(room, update(3));
  expect(table.shown.update?.step).toBe(2);
  vi.advanceTimersByTime(950);
  expect(table.shown.update?.step).toBe(3);
});
