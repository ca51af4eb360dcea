// What cards, colours and places are called in English.
import type { CardWords } from "../language";

export const names: CardWords = {
  ranks: { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", J: "jack", Q: "queen", K: "king" },
  plurals: { A: "aces", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes", 7: "sevens", 8: "eights", 9: "nines", 10: "tens", J: "jacks", Q: "queens", K: "kings" },
  suits: { C: "clubs", D: "diamonds", H: "hearts", S: "spades" },
  colours: { yellow: "yellow", blue: "blue", red: "red", purple: "purple", orange: "orange", green: "green", maroon: "maroon" },
  kinds: { stick: "cue stick", cue: "cue ball", block: "block", pocket: "pocket" },
  spots: { NW: "top left", N: "top middle", NE: "top right", SW: "bottom left", S: "bottom middle", SE: "bottom right" },
  of: (rank, suit) => `${rank} of ${suit}`,
  one: (card) => `${/^[aeiou]/.test(card) ? "an" : "a"} ${card}`,
  ball: (kind, colours) => `${colours} ${kind}`,
  joker: "joker",
  wildBlock: "wild block",
  back: "face-down card",
  stock: "the draw pile",
  discard: "the discard pile",
  aside: "the table",
  hand: (name) => (name === null ? "your hand" : `${name}’s hand`),
  before: (name) => (name === null ? "the cards before you" : `the cards before ${name}`),
};
