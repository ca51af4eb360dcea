import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import { atPlace, playsOf, rowsOf, withCard } from "./offers";
import type { Offer } from "./types";

/** Offers of Crazy Eights that name a suit. */
const naming = (...parts: [cards: string[], suit: string, call?: boolean][]) =>
  playsOf(
    parts.map(([cards, suit, call = false]): Offer => ({
      say: `${cards.join("+")}=${suit}${call ? "!" : ""}`,
      verb: "play",
      cards,
      places: ["discard"],
      names: [suit],
      call,
    })),
  );

/** Offers of Crazy 8-Ball. */
const ball = (...offers: Offer[]) => playsOf(offers);

test("parts that an offer leaves out are empty", () => {
  expect(playsOf([{ say: "draw", verb: "draw" }])).toEqual([
    { say: "draw", verb: "draw", cards: [], places: [], names: [], name: "", whom: "", call: false },
  ]);
});

test("every recorded offer about a card of the hand is found by that card", () => {
  for (const tape of Object.values(tapes)) {
    for (const update of tape.updates) {
      const plays = playsOf(update.offers);
      expect(plays.map((play) => play.say)).toEqual(update.offers.map((offer) => offer.say));
      update.offers.forEach((offer) => {
        for (const card of offer.cards ?? [])
          expect(withCard(plays, card).some((play) => play.say === offer.say)).toBe(true);
      });
    }
  }
});

test("naming a suit is one row with one tap", () => {
  const plays = naming([["8S"], "C"], [["8S"], "D"], [["8S"], "H"], [["8S"], "S"]);
  const rows = rowsOf(true, plays, {});
  expect(rows).toHaveLength(1);
  expect(rows[0]?.picked).toBeNull();
  expect(rows[0]?.options.map((option) => option.play.say)).toEqual(["8S=C", "8S=D", "8S=H", "8S=S"]);
});

test("with a call there are two rows, the call is picked, and a tap on a suit still decides", () => {
  const plays = naming([["8S"], "C"], [["8S"], "D"], [["8S"], "C", true], [["8S"], "D", true]);
  const rows = rowsOf(true, plays, {});
  expect(rows.map((row) => row.facet)).toEqual(["call", "name"]);
  expect(rows[0]?.picked).toBe("!");
  expect(rows[1]?.options.map((option) => option.play.say)).toEqual(["8S=C!", "8S=D!"]);
  expect(rowsOf(true, plays, { call: "" })[1]?.options.map((option) => option.play.say)).toEqual(["8S=C", "8S=D"]);
});

test("several cards: the fewest are picked first, and naming follows", () => {
  const plays = naming([["8S", "8C"], "H"], [["8C"], "H"], [["8C"], "S"], [["8S", "8C"], "S"]);
  const rows = rowsOf(true, plays, {});
  expect(rows.map((row) => row.facet)).toEqual(["cards", "name"]);
  expect(rows[0]?.picked).toBe("8C");
  expect(rowsOf(true, plays, { cards: "8S+8C" })[1]?.options.map((option) => option.play.say)).toEqual([
    "8S+8C=H",
    "8S+8C=S",
  ]);
});

test("a card dragged to a place finds what can be done there", () => {
  const plays = ball(
    { say: "discard pocket-red", verb: "discard", cards: ["pocket-red"], places: ["discard"] },
    { say: "swap pocket-red", verb: "swap", cards: ["pocket-red"], places: ["discard"] },
    { say: "pocket-red at N", verb: "pocket", cards: ["pocket-red"], places: ["N"] },
    { say: "pocket-red at S", verb: "pocket", cards: ["pocket-red"], places: ["S"] },
    { say: "discard cue-red", verb: "discard", cards: ["cue-red"], places: ["discard"] },
  );
  expect(atPlace(plays, "N", "pocket-red").map((play) => play.say)).toEqual(["pocket-red at N"]);
  expect(atPlace(plays, "discard", "pocket-red").map((play) => play.say)).toEqual([
    "discard pocket-red",
    "swap pocket-red",
  ]);
});

test("the offers of an 8-Ball card are one row, shots first and discards last", () => {
  const plays = ball(
    { say: "discard stick-red", verb: "discard", cards: ["stick-red"], places: ["discard"] },
    { say: "swap stick-red", verb: "swap", cards: ["stick-red"], places: ["discard"] },
    { say: "shoot red at NW", verb: "shoot", cards: ["stick-red", "cue-red"], places: ["NW"], names: ["red"] },
  );
  expect(rowsOf(false, plays, {})[0]?.options.map((option) => option.play.verb)).toEqual(["shoot", "swap", "discard"]);
});
