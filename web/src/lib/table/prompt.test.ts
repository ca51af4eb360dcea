import { expect, test } from "vitest";
import "./crazier-set";
import { tapes } from "./fixtures";
import { playsOf } from "./offers";
import { labelOf, promptOf } from "./prompt";
import { namesOf, sceneOf } from "./scene";
import { de } from "../i18n/de";
import { en } from "../i18n/en";

test("every recorded step is prompted and every offer has a label, in both languages", () => {
  for (const lang of [en, de]) {
    const w = lang.table;
    for (const tape of Object.values(tapes)) {
      const names = namesOf(tape.room);
      for (const update of tape.updates) {
        const scene = sceneOf(tape.room, update);
        const plays = playsOf(update.offers);
        const prompt = promptOf(scene, plays, names, w);
        expect(prompt.title).not.toBe("");
        if (prompt.mine) expect(prompt.detail).not.toBe("");
        for (const play of plays) expect(labelOf(scene, play, names, w, lang)).toMatch(/\S/);
      }
    }
  }
});

test("a debt is named with its number, and a card that asks with its sentence", () => {
  const owing = tapes.classic2.updates.map((update) => sceneOf(tapes.classic2.room, update)).find((scene) => scene.owed === 6);
  expect(owing && promptOf(owing, [], { A: "You", B: "Anna" }, en.table).detail).toBe("Nothing answers it: draw 6");
  const asked = tapes.crazier4.updates.map((update) => sceneOf(tapes.crazier4.room, update)).find((scene) => scene.asks === "A" && scene.question === "who");
  const prompt = asked && promptOf(asked, [], {}, en.table);
  expect(prompt?.detail).toBe("Choose a player");
  expect(prompt?.text).toBe("A player of your choice draws three cards.");
});

test("the dealer of 8-Ball is asked for a set of balls, and buttons answer it", () => {
  const { room, updates } = tapes.ball2;
  const first = updates[0]!;
  const view = { ...(first.view as object), step: "choose", solids: null, turn: "A" };
  const scene = sceneOf(room, { ...first, asks: "A", view });
  expect(scene.seats.map((seat) => seat.balls)).toEqual([null, null]);
  const plays = playsOf([
    { say: "solids", verb: "choose", names: ["solids"] },
    { say: "stripes", verb: "choose", names: ["stripes"] },
  ]);
  for (const [lang, detail, labels] of [
    [en, "You deal, so you choose: solids or stripes?", ["Take the solids", "Take the stripes"]],
    [de, "Du gibst, also wählst du: Volle oder Halbe?", ["Die Vollen nehmen", "Die Halben nehmen"]],
  ] as const) {
    expect(promptOf(scene, plays, {}, lang.table).detail).toBe(detail);
    expect(plays.map((play) => labelOf(scene, play, {}, lang.table, lang))).toEqual(labels);
  }
  const watching = sceneOf({ ...room, you: "B" }, { ...first, asks: "A", view });
  expect(promptOf(watching, [], { A: "Anna" }, en.table).detail).toBe("Anna must choose");
});
