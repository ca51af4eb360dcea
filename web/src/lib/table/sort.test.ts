import { expect, test } from "vitest";
import { gameOf } from "./fixtures/games";
import { keyed, sortHand } from "./sort";

test("by rank a hand goes from the eight over ace and king down to the two", () => {
  const hand = ["2H", "KD", "10S", "8C", "AS", "9H", "7D", "QC", "JC"];
  expect(sortHand(gameOf("crazy-eights"), hand, "rank")).toEqual([
    "8C",
    "AS",
    "KD",
    "QC",
    "JC",
    "10S",
    "9H",
    "7D",
    "2H",
  ]);
});

test("by suit the suits stand together and colours change", () => {
  const hand = ["2D", "8S", "AH", "3C", "AS", "8D", "*1"];
  expect(sortHand(gameOf("crazy-eights"), hand, "suit")).toEqual(["8S", "AS", "AH", "3C", "8D", "2D", "*1"]);
});

test("as dealt nothing is moved, and nothing is ever lost", () => {
  const hand = ["2D", "2D", "??", "8S"];
  expect(sortHand(gameOf("crazy-eights"), hand, "dealt")).toEqual(hand);
  expect([...sortHand(gameOf("crazy-eights"), hand, "suit")].sort()).toEqual([...hand].sort());
});

test("Crazier Eights sorts by colour, and by rank with the eights first", () => {
  const hand = ["death", "third-eye", "spell-tome", "angel-of-hope", "devious-dragon"];
  expect(sortHand(gameOf("crazier-eights"), hand, "suit").slice(0, 2)).toEqual(["spell-tome", "third-eye"]);
  expect(sortHand(gameOf("crazier-eights"), hand, "rank").slice(0, 2)).toEqual(["spell-tome", "devious-dragon"]);
});

test("8-Ball puts what shoots a colour together", () => {
  const hand = ["cue-red", "block-wild", "stick-blue", "pocket-blue-red", "stick-red"];
  expect(sortHand(gameOf("crazy-8-ball"), hand, "suit")).toEqual([
    "stick-blue",
    "pocket-blue-red",
    "stick-red",
    "cue-red",
    "block-wild",
  ]);
});

test("equal cards get names of their own", () => {
  expect(keyed(["5H", "6H", "5H"]).map((entry) => entry.key)).toEqual(["5H#0", "6H#0", "5H#1"]);
});
