import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import { atPlace, playOf, playsOf, rowsOf, withCard } from "./offers";
import type { GameId } from "./types";

const classic = (say: string) => playOf("crazy-eights", { say });
const ball = (say: string) => playOf("crazy-8-ball", { say });

test("answers of Crazy Eights are taken apart", () => {
  expect(classic("10H")).toMatchObject({ verb: "play", cards: ["10H"], places: ["discard"], name: "", call: false });
  expect(classic("8S=H")).toMatchObject({ cards: ["8S"], name: "H" });
  expect(classic("8S+8C=H!")).toMatchObject({ cards: ["8S", "8C"], name: "H", call: true });
  expect(classic("7S>B")).toMatchObject({ cards: ["7S"], whom: "B" });
  expect(classic("*1=C")).toMatchObject({ cards: ["*1"], name: "C" });
  expect(classic("8S=7")).toMatchObject({ cards: ["8S"], name: "7" });
  expect(classic("=D")).toMatchObject({ verb: "plain", cards: [], name: "D" });
  expect(classic("catch C")).toMatchObject({ verb: "plain", whom: "C" });
  expect(classic("draw")).toMatchObject({ verb: "plain", cards: [] });
});

test("answers of Crazier Eights are taken apart", () => {
  const take = (say: string, card?: string) => playOf("crazier-eights", card ? { say, card } : { say });
  expect(take("play death", "death")).toMatchObject({ verb: "play", cards: ["death"], places: ["play"] });
  expect(take("discard spell-tome=blue", "spell-tome")).toMatchObject({ verb: "discard", cards: ["spell-tome"], name: "blue" });
  expect(take("choose devious-dragon~2", "devious-dragon~2")).toMatchObject({ verb: "choose", cards: ["devious-dragon~2"] });
  expect(take("choose B")).toMatchObject({ verb: "choose", whom: "B", cards: [] });
  expect(take("end")).toMatchObject({ verb: "plain" });
});

test("answers of 8-Ball are taken apart", () => {
  expect(ball("discard stick-red")).toMatchObject({ verb: "discard", cards: ["stick-red"], places: ["discard"] });
  expect(ball("pocket-blue-red at NW")).toMatchObject({ verb: "pocket", cards: ["pocket-blue-red"], places: ["NW"] });
  expect(ball("block-wild at S")).toMatchObject({ verb: "block", cards: ["block-wild"], places: ["S"] });
  expect(ball("shoot blue at SE and red at NW")).toMatchObject({
    verb: "shoot",
    cards: ["stick-blue", "cue-blue", "stick-red", "cue-red"],
    places: ["SE", "NW"],
  });
  expect(ball("shoot red at NW and 8 with blue at SE").places).toEqual(["NW", "SE"]);
});

test("every recorded offer about a card of the hand is found by that card", () => {
  for (const tape of Object.values(tapes)) {
    const game = tape.room.rules.game as GameId;
    for (const update of tape.updates) {
      const plays = playsOf(game, update.offers);
      expect(plays.map((play) => play.say)).toEqual(update.offers.map((offer) => offer.say));
      update.offers.forEach((offer) => {
        if (offer.card) expect(withCard(plays, offer.card).some((play) => play.say === offer.say)).toBe(true);
      });
    }
  }
});

test("naming a suit is one row with one tap", () => {
  const plays = ["8S=C", "8S=D", "8S=H", "8S=S"].map(classic);
  const rows = rowsOf("crazy-eights", plays, {});
  expect(rows).toHaveLength(1);
  expect(rows[0]?.picked).toBeNull();
  expect(rows[0]?.options.map((it) => it.play.say)).toEqual(["8S=C", "8S=D", "8S=H", "8S=S"]);
});

test("with a call there are two rows, the call is picked, and a tap on a suit still decides", () => {
  const plays = ["8S=C", "8S=D", "8S=C!", "8S=D!"].map(classic);
  const rows = rowsOf("crazy-eights", plays, {});
  expect(rows.map((row) => row.facet)).toEqual(["call", "name"]);
  expect(rows[0]?.picked).toBe("!");
  expect(rows[1]?.options.map((it) => it.play.say)).toEqual(["8S=C!", "8S=D!"]);
  expect(rowsOf("crazy-eights", plays, { call: "" })[1]?.options.map((it) => it.play.say)).toEqual(["8S=C", "8S=D"]);
});

test("several cards: the fewest are picked first, and naming follows", () => {
  const plays = ["8S+8C=H", "8C=H", "8C=S", "8S+8C=S"].map(classic);
  const rows = rowsOf("crazy-eights", plays, {});
  expect(rows.map((row) => row.facet)).toEqual(["cards", "name"]);
  expect(rows[0]?.picked).toBe("8C");
  expect(rowsOf("crazy-eights", plays, { cards: "8S+8C" })[1]?.options.map((it) => it.play.say)).toEqual(["8S+8C=H", "8S+8C=S"]);
});

test("a card dragged to a place finds what can be done there", () => {
  const plays = ["discard pocket-red", "swap pocket-red", "pocket-red at N", "pocket-red at S", "discard cue-red"].map(ball);
  expect(atPlace(plays, "N", "pocket-red").map((play) => play.say)).toEqual(["pocket-red at N"]);
  expect(atPlace(plays, "discard", "pocket-red").map((play) => play.say)).toEqual(["discard pocket-red", "swap pocket-red"]);
});

test("what a card of 8-Ball can do stands in one row, shots first and discards last", () => {
  const plays = ["discard stick-red", "swap stick-red", "shoot red at NW"].map(ball);
  expect(rowsOf("crazy-8-ball", plays, {})[0]?.options.map((it) => it.play.verb)).toEqual(["shoot", "swap", "discard"]);
});
