// Every sound is made of something and is short; with sound off, or before the first touch, nothing is loaded.
import { afterEach, expect, test, vi } from "vitest";
import { Player } from "./player";
import { RECIPES } from "./recipes";
import { SOUNDS, noteOf } from "./sounds";
import { Synth } from "./synth";

/** Web Audio as far as the sounds use it, which takes down when something sounds. */
class Audio {
  readonly heard: { from: number; to: number }[] = [];
  readonly currentTime = 0;
  readonly sampleRate = 100;
  readonly state = "running";
  readonly destination = {};
  private param = (): object => ({
    value: 0,
    setValueAtTime: () => undefined,
    exponentialRampToValueAtTime: (value: number) => {
      if (!(value > 0)) throw new RangeError("a curve that falls exponentially never reaches zero");
    },
    cancelScheduledValues: () => undefined,
  });
  private node = <T extends object>(more: T): T & { connect: (to: unknown) => unknown } => ({
    connect: (to: unknown) => to,
    ...more,
  });
  createGain = (): object => this.node({ gain: this.param() });
  createBiquadFilter = (): object => this.node({ type: "", Q: this.param(), frequency: this.param() });
  createBuffer = (_: number, length: number): object => ({ getChannelData: () => new Float32Array(length) });
  createOscillator = (): object => {
    let from = 0;
    return this.node({
      frequency: this.param(),
      start: (at: number) => (from = at),
      stop: (to: number) => this.heard.push({ from, to }),
    });
  };
  createBufferSource = (): object =>
    this.node({
      buffer: null,
      start: (from: number, _: number, length: number) => this.heard.push({ from, to: from + length }),
    });
}

afterEach(() => vi.unstubAllGlobals());

test("every sound is made of something that is over soon", () => {
  const audio = new Audio();
  vi.stubGlobal("AudioContext", function () {
    return audio;
  });
  const synth = new Synth();
  for (const sound of SOUNDS) {
    audio.heard.length = 0;
    synth.play([{ sound, at: 0 }], 0.5);
    expect(audio.heard.length, sound).toBeGreaterThanOrEqual(RECIPES[sound].length);
    for (const { from, to } of audio.heard) expect(to - from, sound).toBeLessThanOrEqual(0.4);
    expect(Math.max(...audio.heard.map(({ to }) => to)), sound).toBeLessThan(0.8);
  }
});

test("a cue is heard when it is due", () => {
  const audio = new Audio();
  vi.stubGlobal("AudioContext", function () {
    return audio;
  });
  new Synth().play([{ sound: "deal", at: 500 }], 1);
  expect(audio.heard[0]?.from).toBeCloseTo(0.51);
});

test("with sound off, at no volume, or before anybody touched the page, nothing is loaded", async () => {
  const load = vi.fn(() => Promise.resolve({ play: vi.fn() } as unknown as Synth));
  let touched = true;
  const player = new Player(load, () => touched);
  const cue = [{ sound: "play", at: 0 } as const];
  await player.play(cue, { sound: false, volume: 1 });
  await player.ready({ sound: false, volume: 1 });
  await player.play(cue, { sound: true, volume: 0 });
  touched = false;
  await player.play(cue, { sound: true, volume: 1 });
  expect(load).not.toHaveBeenCalled();
  touched = true;
  await player.play(cue, { sound: true, volume: 1 });
  await player.play(cue, { sound: true, volume: 1 });
  expect(load).toHaveBeenCalledTimes(1);
  const synth = await load.mock.results[0]?.value;
  expect(synth.play).toHaveBeenCalledTimes(2);
});

test("a browser without sound plays on", async () => {
  const broken = new Player(
    () => Promise.reject(new Error("no audio here")),
    () => true,
  );
  await expect(broken.play([{ sound: "play", at: 0 }], { sound: true, volume: 1 })).resolves.toBeUndefined();
});

test("suits and colours have notes of their own", () => {
  const notes = ["S", "H", "D", "C"].flatMap((suit) => noteOf(["S", "H", "D", "C"], suit));
  expect(new Set(notes).size).toBe(4);
  expect(noteOf(["S"], "K")).toEqual([]);
  expect(noteOf(["S"], null)).toEqual([]);
});
