import { expect, test, vi } from "vitest";
import type { ToServer } from "../wire";
import { tapes } from "./fixtures";
import { TableState } from "./state.svelte";
import type { TableProps } from "./types";

test("an answer is given once; what was offered goes when it takes a while, and comes back when it is refused", () => {
  vi.useFakeTimers();
  const { room, updates } = tapes.classic4;
  const update = updates.find(({ offers }) => offers.length > 1) ?? null;
  const sent: ToServer[] = [];
  const line = { send: (message: ToServer) => sent.push(message) };
  const table = new TableState(() => ({ room, update, line, settings: { sort: "suit" } }) as unknown as TableProps);
  const [play] = table.plays;
  if (!play) throw new Error("the tape offers something");
  table.say(play);
  table.say(play);
  expect(sent).toEqual([{ say: { step: update?.step, say: play.say } }]);
  expect([table.isWaiting, table.plays.length > 0]).toEqual([true, true]);
  vi.advanceTimersByTime(1000);
  expect(table.plays).toEqual([]);
  table.askAgain();
  expect([table.isWaiting, table.plays.length > 0]).toEqual([false, true]);
  // What was said before the refusal takes nothing away after it.
  table.say(play);
  table.askAgain();
  vi.advanceTimersByTime(1000);
  expect(table.plays.length).toBeGreaterThan(0);
  vi.useRealTimers();
});

test("a card that comes has its face at once, a whole deal gets them frame by frame", async () => {
  const frames: (() => void)[] = [];
  const media = { matches: false };
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => frames.push(call));
  vi.stubGlobal("matchMedia", () => media);
  vi.stubGlobal("document", { hidden: false });
  const { room, updates } = tapes.classic2;
  const update = updates[0] ?? null;
  const table = new TableState(() => ({ room, update, line: { send: () => undefined }, settings: { sort: "suit", speed: 1 } }) as unknown as TableProps);
  const all = table.hand.length;
  expect(all).toBeGreaterThan(4);
  table.face(1);
  expect(table.faces).toBe(Infinity);
  const seen = async (): Promise<number[]> => {
    table.face(all);
    const faces = [table.faces];
    while (table.faces < all) {
      frames.splice(0).forEach((call) => call());
      await new Promise((done) => setTimeout(done, 5));
      faces.push(table.faces);
    }
    return faces;
  };
  // What flies in is not seen in the first frame; where nothing moves, the first cards are.
  expect((await seen())[0]).toBe(0);
  media.matches = true;
  const still = await seen();
  expect(still[0]).toBeGreaterThan(0);
  expect(still).toEqual([...still].sort((a, b) => a - b));
  vi.unstubAllGlobals();
});
