import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import { gameOn } from "./fixtures/games";
import { playsOf } from "./offers";
import { labelOf, promptOf } from "./prompt";
import { namesOf, sceneOf } from "./scene";
import { setOf } from "../../games/crazy-8-ball/view";
import { de } from "../i18n/de";
import { en } from "../i18n/en";
import type { Offer } from "../../generated/wire";

test("every recorded step is prompted and every offer has a label, in both languages", () => {
  for (const lang of [en, de]) {
    const w = lang.table;
    for (const tape of Object.values(tapes)) {
      const names = namesOf(tape.room);
      for (const update of tape.updates) {
        const game = gameOn(tape);
        const scene = sceneOf(game, tape.room, update);
        const plays = playsOf(update.offers);
        const prompt = promptOf(game, scene, plays, names, w);
        expect(prompt.title).not.toBe("");
        if (prompt.mine) expect(prompt.detail).not.toBe("");
        for (const play of plays) expect(labelOf(game, play, { scene, names, w, lang })).toMatch(/\S/);
      }
    }
  }
});

test("a debt is named with its number, and a card that asks with its sentence", () => {
  const owing = tapes.classic2.updates
    .map((update) => sceneOf(gameOn(tapes.classic2), tapes.classic2.room, update))
    .find((scene) => scene.owed === 6);
  expect(owing && promptOf(gameOn(tapes.classic2), owing, [], { A: "You", B: "Anna" }, en.table).detail).toBe(
    "Nothing answers it: draw 6",
  );
  const asked = tapes.crazier4.updates
    .map((update) => sceneOf(gameOn(tapes.crazier4), tapes.crazier4.room, update))
    .find((scene) => scene.asks === "A" && scene.question === "who");
  const prompt = asked && promptOf(gameOn(tapes.crazier4), asked, [], {}, en.table);
  expect(prompt?.detail).toBe("Choose a player");
  expect(prompt?.text).toBe("A player of your choice draws three cards.");
});

test("after a last card that can be matched, players are asked for the same card", () => {
  const { room, updates } = tapes.classic2;
  const first = updates[0]!;
  const game = gameOn(tapes.classic2);
  const view = { ...(first.view as object), step: { match: { by: "B", owed: 0, left: 1 } }, turn: "A" };
  const scene = sceneOf(game, room, { ...first, asks: "A", view });
  const pass: Offer = { say: "pass", verb: "pass" };
  const both: Offer[] = [{ say: "5D", verb: "play", cards: ["5D"] }, pass];
  for (const [lang, offers, detail] of [
    [en, both, "Lay the same card as the last one, or pass"],
    [en, [pass], "You do not have the same card: pass"],
    [de, both, "Lege die gleiche Karte wie die letzte, oder passe"],
    [de, [pass], "Die gleiche Karte hast du nicht: passe"],
  ] as const)
    expect(promptOf(game, scene, playsOf(offers), {}, lang.table).detail).toBe(detail);
});

test("the dealer of 8-Ball is asked for a set of balls, and buttons answer it", () => {
  const { room, updates } = tapes.ball2;
  const first = updates[0]!;
  const game = gameOn(tapes.ball2);
  const view = { ...(first.view as object), step: "choose", solids: null, turn: "A" };
  const scene = sceneOf(game, room, { ...first, asks: "A", view });
  expect(scene.seats.map(({ seat }) => setOf(scene, seat))).toEqual([null, null]);
  const plays = playsOf([
    { say: "solids", verb: "choose", names: ["solids"] },
    { say: "stripes", verb: "choose", names: ["stripes"] },
  ]);
  for (const [lang, detail, labels] of [
    [en, "You deal, so you choose: solids or stripes?", ["Take the solids", "Take the stripes"]],
    [de, "Du gibst, also wählst du: Volle oder Halbe?", ["Die Vollen nehmen", "Die Halben nehmen"]],
  ] as const) {
    expect(promptOf(game, scene, plays, {}, lang.table).detail).toBe(detail);
    expect(plays.map((play) => labelOf(game, play, { scene, names: {}, w: lang.table, lang }))).toEqual(labels);
  }
  const watching = sceneOf(game, { ...room, you: "B" }, { ...first, asks: "A", view });
  expect(promptOf(game, watching, [], { A: "Anna" }, en.table).detail).toBe("Anna must choose");
});
