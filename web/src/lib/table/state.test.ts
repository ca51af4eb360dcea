import { expect, test, vi } from "vitest";
import type { ToServer } from "../../generated/wire";
import { tapes } from "./fixtures";
import { gameOn } from "./fixtures/games";
import { reactive } from "./fixtures/reactive.svelte";
import { TableState } from "./state.svelte";
import type { PileView, TableProps, Update } from "./types";

test("an answer is given once; what was offered goes when it takes a while, and comes back when it is refused", () => {
  vi.useFakeTimers();
  const { room, updates } = tapes.classic4;
  const update = updates.find(({ offers }) => offers.length > 1) ?? null;
  const sent: ToServer[] = [];
  const connection = { send: (message: ToServer) => sent.push(message) };
  const table = new TableState(
    gameOn(tapes.classic4),
    () => ({ room, update, connection, settings: { sort: "suit" } }) as unknown as TableProps,
  );
  const [play] = table.plays;
  if (!play) throw new Error("the tape offers something");
  table.say(play);
  table.say(play);
  expect(sent).toEqual([{ say: { "match-id": update?.["match-id"], step: update?.step, say: play.say } }]);
  expect([table.isWaiting, table.plays.length > 0]).toEqual([true, true]);
  vi.advanceTimersByTime(1000);
  expect(table.plays).toEqual([]);
  table.reopenOffers();
  expect([table.isWaiting, table.plays.length > 0]).toEqual([false, true]);
  // What was said before the refusal takes nothing away after it.
  table.say(play);
  table.reopenOffers();
  vi.advanceTimersByTime(1000);
  expect(table.plays.length).toBeGreaterThan(0);
  vi.useRealTimers();
});

test("a deal gets its faces frame by frame, a card that comes later has its own at once", async () => {
  const frames: (() => void)[] = [];
  const media = { matches: false };
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => frames.push(call));
  vi.stubGlobal("matchMedia", () => media);
  vi.stubGlobal("document", { hidden: false });
  const { room, updates } = tapes.classic2;
  const first = updates[0] as Update;
  const laid = (): { table: TableState; see: (next: Update | null) => void } => {
    const props = {
      room,
      update: null as Update | null,
      connection: { send: () => undefined },
      settings: { sort: "suit", speed: 1 },
    };
    const shown = reactive(props);
    const table = new TableState(gameOn(tapes.classic2), () => shown.now as unknown as TableProps);
    return {
      table,
      see: (update) => {
        shown.now = { ...props, update };
        table.revealFaces();
      },
    };
  };
  const drawn = async (table: TableState): Promise<number[]> => {
    const faces = [table.faces];
    while (table.faces < table.hand.length) {
      frames.splice(0).forEach((call) => call());
      await new Promise((done) => setTimeout(done, 5));
      faces.push(table.faces);
    }
    return faces;
  };
  // What flies in is not seen in the first frame.
  const moving = laid();
  moving.see(null);
  expect(moving.table.faces).toBe(Infinity);
  moving.see(first);
  expect(moving.table.hand.length).toBeGreaterThan(4);
  expect((await drawn(moving.table))[0]).toBe(0);
  // Six more at once, as after three twos: those that are held stay as they are.
  const { table, hand } = held(first);
  moving.see({
    ...first,
    step: first.step + 1,
    view: {
      ...(first.view as object),
      table: { ...table, [hand]: [...(table[hand] as string[]), "2C", "2D", "2H", "2S", "3C", "3D"] },
    } as Update["view"],
  });
  expect(moving.table.faces).toBe(Infinity);
  // Where nothing moves, the first cards are there in the first frame.
  media.matches = true;
  const still = laid();
  still.see(first);
  const faces = await drawn(still.table);
  expect(faces[0]).toBeGreaterThan(0);
  expect(faces).toEqual([...faces].sort((a, b) => a - b));
  vi.unstubAllGlobals();

  function held(update: Update): { table: Record<string, PileView>; hand: string } {
    return { table: (update.view as unknown as { table: Record<string, PileView> }).table, hand: `hand ${room.you}` };
  }
});

test("taking back closes the end of a hand, empties the log of what came after, and says what it was", () => {
  const { room, updates } = tapes.classic4;
  const [first, second] = updates as [Update, Update];
  const connection = { send: () => undefined, sheet: () => Promise.resolve(null) };
  const over = { winners: ["A"], points: {}, blocked: false, score: {} };
  const settings = { sort: "suit", speed: 1 };
  const shown = reactive({ room, connection, settings, update: { ...second, "hand-over": over } as Update });
  const table = new TableState(gameOn(tapes.classic4), () => shown.now as unknown as TableProps);
  table.log = [
    { step: first.step, lines: ["Ben draws a card."] },
    { step: second.step, lines: ["You play the nine of hearts.", "You are out."] },
    { step: second.step + 1, lines: ["Cleo draws a card."] },
  ];
  table.reset();
  expect(table.ended).not.toBeNull();
  // Taking back to the first move of a hand does not show the end of the hand before again.
  shown.now = { ...shown.now, update: { ...first, "hand-over": over } };
  table.reset(true);
  table.narration(null, true)();
  expect([table.ended, table.sheet]).toEqual([null, null]);
  expect(table.log).toEqual([{ step: first.step, lines: ["Ben draws a card."] }]);
  expect(table.spoken).toContain("You took back: You play the nine of hearts.");
  expect(table.note?.text).toContain("You took back");
});
