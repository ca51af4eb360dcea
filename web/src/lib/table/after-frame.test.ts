import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterFrame } from "./after-frame";

let frames: (() => void)[] = [];
/** Draws a frame, and lets what waits for it come. */
async function frame(): Promise<void> {
  frames.splice(0).forEach((call) => call());
  await new Promise((done) => setTimeout(done, 5));
}

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (call: () => void) => frames.push(call));
});
afterEach(() => vi.unstubAllGlobals());

test("one piece of work follows each frame, in the order in which they came", async () => {
  const done: string[] = [];
  afterFrame(() => {
    done.push("first");
    afterFrame(() => done.push("third"));
  });
  afterFrame(() => done.push("second"));
  expect(done).toEqual([]);
  for (const so of [["first"], ["first", "second"], ["first", "second", "third"], ["first", "second", "third"]]) {
    await frame();
    expect(done).toEqual(so);
  }
});

test("work that fails does not stop what comes after it, and a page without frames does its work too", async () => {
  const done: string[] = [];
  const failed = vi.fn();
  process.once("uncaughtException", failed);
  afterFrame(() => {
    throw new Error("on purpose");
  });
  afterFrame(() => done.push("after"));
  await new Promise((wait) => setTimeout(wait, 400));
  expect(done).toEqual(["after"]);
  expect(failed).toHaveBeenCalledOnce();
});
