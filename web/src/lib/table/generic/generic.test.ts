// A recorded room of a known game, played as one that the page has never heard of.
import { render } from "svelte/server";
import { expect, test } from "vitest";
import { gameTitle } from "../../games";
import { de } from "../../i18n/de";
import { en } from "../../i18n/en";
import { narrate } from "../../narrate";
import type { TableEvent } from "../../narrate/events";
import { tapes, type Tape } from "../fixtures";
import { gameOf } from "../fixtures/games";
import { loadGame, loadedGame } from "../load-game";
import { playsOf } from "../offers";
import { labelOf, promptOf } from "../prompt";
import { namesOf, sceneOf } from "../scene";
import { TableState } from "../state.svelte";
import { eventsOf, type TableProps, type Update } from "../types";
import Face from "./Face.svelte";
import { factsOf } from "./facts";
import { game } from ".";

const unknown = (tape: Tape): Tape => ({
  ...tape,
  room: { ...tape.room, rules: { ...tape.room.rules, game: "whist-of-mars" } },
});
const recorded = Object.values(tapes).map(unknown);

test("a game without a folder gets the generic module, and a title from its id", async () => {
  expect(loadedGame("whist-of-mars")).toBeNull();
  expect(await loadGame("whist-of-mars")).toBe(game);
  expect(loadedGame("whist-of-mars")).toBe(game);
  expect(gameTitle("whist-of-mars")).toBe("Whist Of Mars");
  for (const id of ["../generic", "__proto__", "constructor"]) expect(await loadGame(id)).toBe(game);
});

test("hands, piles and the turn of any recorded game are read from its table", () => {
  for (const { room, updates } of recorded) {
    for (const update of updates) {
      const scene = sceneOf(game, room, update);
      const table = (update.view as { table: Record<string, string[] | number> }).table;
      const size = (place: string): number =>
        typeof table[place] === "number" ? table[place] : (table[place]?.length ?? 0);
      for (const seat of scene.seats) expect(seat.hand).toHaveLength(size(`hand ${seat.seat}`));
      expect([scene.stock.length, scene.discard.length]).toEqual([size("stock"), size("discard")]);
      expect(scene.asks).toBe(update.asks);
    }
  }
});

test("every offer can be reached, by a card of the hand, from the tray or by a button", () => {
  for (const { room, updates } of recorded) {
    for (const update of updates) {
      const table = new TableState(
        game,
        () =>
          ({
            room,
            update,
            connection: { send: () => undefined },
            settings: { sort: "suit" },
          }) as unknown as TableProps,
      );
      const held = new Set(table.mine?.hand);
      const byCard = table.plays.filter((play) => play.cards.some((code) => held.has(code)));
      const reached = [...byCard, ...table.tray, ...table.buttons].map((play) => play.say);
      expect([...new Set(reached)].sort()).toEqual(update.offers.map((offer) => offer.say).sort());
    }
  }
});

test("two offers of a step never have the same label, in either language", () => {
  for (const lang of [en, de]) {
    for (const { room, updates } of recorded) {
      const names = namesOf(room);
      for (const update of updates) {
        const scene = sceneOf(game, room, update);
        const plays = playsOf(update.offers);
        const labels = plays.map((play) => labelOf(game, play, { scene, names, w: lang.table, lang }));
        expect(new Set(labels).size, labels.join(" | ")).toBe(plays.length);
        if (scene.asks !== null && scene.asks === scene.you)
          expect(promptOf(game, scene, plays, names, lang.table).detail).not.toBe("");
      }
    }
  }
});

test("an offer is put into words from its parts", () => {
  const { room, updates } = unknown(tapes.classic4);
  const scene = sceneOf(game, room, updates[0] as Update);
  const context = { scene, names: { A: "Ada", B: "Ben" }, w: en.table, lang: en };
  const label = (offer: Parameters<typeof playsOf>[0][number]): string =>
    playsOf([offer])
      .map((play) => labelOf(game, play, context))
      .join();
  expect(label({ say: "8S=H", verb: "play", cards: ["8S"], places: ["discard"], names: ["H"] })).toBe(
    "Play eight of spades (hearts)",
  );
  expect(label({ say: "x", verb: "take", cards: ["red-dragon"], places: ["hand A"], whom: "B" })).toBe(
    "Take Red dragon → Your hand for Ben",
  );
  expect(label({ say: "draw", verb: "draw" })).toBe("Draw");
});

test("card events are told in sentences, others by their name and fields", () => {
  const names = { A: "Ada", B: "Ben" };
  const say = (...events: unknown[]): string[] => narrate(game, events as TableEvent[], names, en, "A");
  const moved = (card: string, from: string, to: string) => ({ card: { moved: { card, from, to, end: "top" } } });
  expect(say(moved("7S", "hand B", "discard"))).toEqual(["Ben plays the seven of spades."]);
  expect(say(moved("??", "stock", "hand B"), moved("??", "stock", "hand B"))).toEqual(["Ben draws two cards."]);
  expect(say({ moved: { card: "??", from: "stock", to: "hand B" } })).toEqual(["Ben draws a card."]);
  expect(say(moved("7S", "stock", "hand A"))).toEqual(["You draw the seven of spades."]);
  expect(say({ "went-out": { seat: "B" } })).toEqual(["Went out: Ben."]);
  expect(say({ bid: { seat: "B", tricks: 3 } })).toEqual(["Bid: seat Ben, tricks 3."]);
  expect(say({ event: "trumped", by: "B" })).toEqual(["Trumped: by Ben."]);
  expect(say({ over: "draw" })).toEqual(["Over: draw."]);
});

test("no recorded event or fact has a gap or an object in its text", () => {
  for (const { room, updates } of recorded) {
    for (const update of updates) {
      for (const line of narrate(game, eventsOf(update), namesOf(room), en, "A"))
        expect(line).not.toMatch(/[{}]|undefined|NaN|object Object/);
      for (const { label, value } of factsOf(sceneOf(game, room, update), namesOf(room), en.table))
        expect(`${label} ${value}`).not.toMatch(/undefined|object Object/);
    }
  }
});

test("facts are in words, and a suit is never taken for a seat", () => {
  const { room, updates } = unknown(tapes.classic4);
  const view = { turn: "A", dealer: "B", named: "B", "cards-left": { A: 3, B: 0 }, open: true, bids: [], table: {} };
  const scene = sceneOf(game, room, { ...(updates[0] as Update), view });
  const facts = factsOf(scene, { A: "Ada", B: "Ben" }, en.table).map(({ label, value }) => `${label} = ${value}`);
  expect(facts).toEqual(["Dealer = Ben", "Named = B", "Cards left = Ada: 3; Ben: 0", "Open = Yes", "Bids = –"]);
});

test("a view without a table is drawn as empty", () => {
  const { room, updates } = unknown(tapes.classic4);
  const scene = sceneOf(game, room, { ...(updates[0] as Update), view: { turn: "A" } });
  expect([scene.turn, scene.stock, scene.seats.flatMap((seat) => seat.hand)]).toEqual(["A", [], []]);
});

test("codes of a French pack have French faces, others their text", () => {
  expect(render(Face, { props: { code: "10H" } }).body).toContain("<svg");
  expect(render(Face, { props: { code: "red-dragon" } }).body).toContain("Red dragon");
  expect(gameOf("whist-of-mars").cardName("10H", en)).toBe("ten of hearts");
  expect(gameOf("whist-of-mars").cardName("red-dragon", en)).toBe("Red dragon");
});
