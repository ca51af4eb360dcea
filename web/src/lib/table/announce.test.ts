import { expect, test } from "vitest";
import { table as de } from "../i18n/de/table";
import { table as en } from "../i18n/en/table";
import { handPoints, lastCards } from "./announce";
import { emptyScene, type Scene } from "./scene";
import { tapes } from "./fixtures";

const names = { A: "Mia", B: "Ben", C: "Cleo" };

/** A scene in which everybody holds this many cards. */
function holding(cards: Record<string, number>, deal = 0): Scene {
  const scene = { ...emptyScene(tapes.classic4.room), deal, you: "A" };
  return {
    ...scene,
    seats: scene.seats
      .filter(({ seat }) => seat in cards)
      .map((seat) => ({ ...seat, hand: Array<string>(cards[seat.seat] ?? 0).fill("??") })),
  };
}

test("somebody who comes down to one card is named, once", () => {
  const before = holding({ A: 3, B: 2, C: 1 });
  expect(lastCards(before, holding({ A: 3, B: 1, C: 1 }), names, en)).toEqual(["Ben has one card left!"]);
  expect(lastCards(holding({ A: 2, B: 1 }), holding({ A: 1, B: 1 }), names, en)).toEqual(["You have one card left!"]);
  expect(lastCards(before, holding({ A: 3, B: 1, C: 1 }), names, de)).toEqual(["Ben hat nur noch eine Karte!"]);
});

test("a new deal brings nobody to a last card", () => {
  expect(lastCards(holding({ A: 3, B: 2 }), holding({ A: 1, B: 1 }, 1), names, en)).toEqual([]);
  expect(lastCards(null, holding({ A: 1, B: 1 }), names, en)).toEqual([]);
});

test("the points of a hand are said, winners first", () => {
  const hand = { winners: ["B"], blocked: false, points: { A: 0, B: 31, C: 1 }, score: { A: 40, B: 31, C: 5 } };
  expect(handPoints(hand, "A", names, en)).toEqual([
    "Ben: 31 points, 31 in all.",
    "You: 0 points, 40 in all.",
    "Cleo: 1 point, 5 in all.",
  ]);
  expect(handPoints(hand, "A", names, de)[0]).toBe("Ben: 31 Punkte, zusammen 31.");
});

test("a match without points has none to say", () => {
  expect(handPoints({ winners: ["B"], blocked: false, points: {}, score: { A: 0, B: 0 } }, "A", names, en)).toEqual([]);
  expect(handPoints(null, "A", names, en)).toEqual([]);
});
