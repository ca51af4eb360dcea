// Which sounds the steps of recorded games make.
import { expect, test } from "vitest";
import { SOUNDS, type Sound } from "../sound/sounds";
import { cuesOf, dealCues } from "./cues";
import { tapes, type Tape } from "./fixtures";
import { gameOf, gameOn } from "./fixtures/games";
import { LANDS, motion } from "./motion";
import { emptyScene, sceneOf } from "./scene";
import { eventsOf, type Update } from "./types";

/** The sounds of every step of a tape. */
function heard(tape: Tape): { update: Update; before: Update; sounds: Sound[] }[] {
  return tape.updates.slice(1).flatMap((update, i) => {
    const old = tape.updates[i];
    if (!old) return [];
    const game = gameOn(tape);
    const [before, after] = [sceneOf(game, tape.room, old), sceneOf(game, tape.room, update)];
    const { wait } = motion(game, before, after, eventsOf(update));
    const sounds = cuesOf(game, before, after, update, wait, false).map(({ sound }) => sound);
    return [{ update, before: old, sounds }];
  });
}

test("cards that are played, drawn and dealt are heard, and so is the reader's turn", () => {
  const steps = heard(tapes.classic4);
  const all = steps.flatMap(({ sounds }) => sounds);
  for (const sound of ["play", "turn", "deal"] as const) expect(all).toContain(sound);
  for (const { update, before, sounds } of steps) {
    if (sounds.includes("turn")) expect([update.asks, before.asks === "A"]).toEqual(["A", false]);
    expect(sounds.filter((sound) => sound === "deal").length).toBeLessThanOrEqual(10);
  }
});

test("every kind of event has its sound", () => {
  const room = tapes.classic4.room;
  const scene = emptyScene(room);
  const update = (events: unknown[], more: Partial<Update> = {}): Update =>
    ({ step: 1, events, offers: [], asks: "B", score: {}, view: {}, "match-id": "m", ...more }) as unknown as Update;
  const of = (game: string, event: unknown): Sound[] =>
    cuesOf(gameOf(game), scene, scene, update([event]), () => 0, false).map(({ sound }) => sound);
  const moved = (from: string, to: string): object => ({ moved: { card: "??", end: "top", from, to } });
  expect(of("crazy-eights", { card: moved("hand B", "discard") })).toEqual(["play"]);
  expect(of("crazy-eights", { card: moved("stock", "hand B") })).toEqual(["draw"]);
  expect(of("crazy-eights", { card: { shuffled: { place: "stock" } } })).toEqual(["shuffle"]);
  expect(of("crazy-eights", { owes: { seat: "A", cards: 2 } })).toEqual(["owed"]);
  for (const suit of ["S", "H", "D", "C"])
    expect(of("crazy-eights", { named: { seat: "B", name: suit } })[0]).toMatch(/^named-/);
  expect(of("crazier-eights", moved("hand B", "in play B"))).toEqual(["asset"]);
  expect(of("crazier-eights", { event: "destroyed", seat: "B", card: "castle" })).toEqual(["destroyed"]);
  expect(of("crazy-8-ball", { ball: { seat: "A", color: "red", at: "NW" } })).toEqual(["click", "roll", "drop"]);
  expect(of("crazy-8-ball", { eight: { seat: "A", at: "NW" } })).toEqual(["click", "roll", "drop"]);
  const ended = (more: Partial<Update>): Sound[] =>
    cuesOf(gameOf("crazy-eights"), scene, scene, update([], more), () => 0, true).map(({ sound }) => sound);
  const hand = { points: {}, score: {}, blocked: false };
  expect(ended({ "hand-over": { ...hand, winners: ["A"] } })).toEqual(["hand-won"]);
  expect(ended({ "hand-over": { ...hand, winners: ["B"] } })).toEqual([]);
  expect(ended({ over: { winners: ["A"], points: {} } })).toEqual(["match-won"]);
  expect(ended({ over: { winners: ["B"], points: {} } })).toEqual(["match-lost"]);
  const close = { ...scene, seats: scene.seats.map((seat) => ({ ...seat, hand: ["??", "??"] })) };
  const last = { ...scene, seats: scene.seats.map((seat, i) => ({ ...seat, hand: i === 1 ? ["??"] : ["??", "??"] })) };
  const sounds = cuesOf(gameOf("crazy-eights"), close, last, update([]), () => 0, false).map(({ sound }) => sound);
  expect(sounds).toEqual(["last-card"]);
  expect(dealCues(close).map(({ sound }) => sound)).toContain("deal");
});

test("a card is heard when it lies, and nothing is heard of a table that was joined or of a deal that is not shown", () => {
  const { room, updates } = tapes.classic4;
  const game = gameOn(tapes.classic4);
  const [first, ...more] = updates as [Update, ...Update[]];
  expect(cuesOf(game, null, sceneOf(game, room, first), first, () => 0, false)).toEqual([]);
  for (const update of more) {
    const cues = cuesOf(game, emptyScene(room), sceneOf(game, room, update), update, () => 0, true);
    expect(cues.some(({ sound }) => sound === "deal")).toBe(false);
    for (const { sound, at } of cues) if (sound === "play") expect(at).toBe(LANDS);
  }
  expect(new Set(SOUNDS).size).toBe(SOUNDS.length);
});
