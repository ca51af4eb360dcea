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
