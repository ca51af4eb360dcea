// What cards, colours and places are called, in English and German.

import { cardOf } from "../table/crazier-cards";

interface Words {
  ranks: Record<string, string>;
  plurals: Record<string, string>;
  suits: Record<string, string>;
  colours: Record<string, string>;
  kinds: Record<string, string>;
  spots: Record<string, string>;
  of: (rank: string, suit: string) => string;
  ball: (kind: string, colours: string) => string;
  joker: string;
  wildBlock: string;
  back: string;
  stock: string;
  discard: string;
  aside: string;
  hand: (name: string | null) => string;
  before: (name: string | null) => string;
}

const ENGLISH: Words = {
  ranks: { A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", J: "jack", Q: "queen", K: "king" },
  plurals: { A: "aces", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes", 7: "sevens", 8: "eights", 9: "nines", 10: "tens", J: "jacks", Q: "queens", K: "kings" },
  suits: { C: "clubs", D: "diamonds", H: "hearts", S: "spades" },
  colours: { yellow: "yellow", blue: "blue", red: "red", purple: "purple", orange: "orange", green: "green", maroon: "maroon" },
  kinds: { stick: "cue stick", cue: "cue ball", block: "block", pocket: "pocket" },
  spots: { NW: "top left", N: "top middle", NE: "top right", SW: "bottom left", S: "bottom middle", SE: "bottom right" },
  of: (rank, suit) => `${rank} of ${suit}`,
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

const GERMAN: Words = {
  ranks: { A: "Ass", 2: "Zwei", 3: "Drei", 4: "Vier", 5: "Fünf", 6: "Sechs", 7: "Sieben", 8: "Acht", 9: "Neun", 10: "Zehn", J: "Bube", Q: "Dame", K: "König" },
  plurals: { A: "Asse", 2: "Zweien", 3: "Dreien", 4: "Vieren", 5: "Fünfen", 6: "Sechsen", 7: "Sieben", 8: "Achten", 9: "Neunen", 10: "Zehnen", J: "Buben", Q: "Damen", K: "Könige" },
  suits: { C: "Kreuz", D: "Karo", H: "Herz", S: "Pik" },
  colours: { yellow: "Gelb", blue: "Blau", red: "Rot", purple: "Violett", orange: "Orange", green: "Grün", maroon: "Weinrot" },
  kinds: { stick: "Queue", cue: "Spielball", block: "Sperre", pocket: "Tasche" },
  spots: { NW: "oben links", N: "oben Mitte", NE: "oben rechts", SW: "unten links", S: "unten Mitte", SE: "unten rechts" },
  of: (rank, suit) => `${suit}-${rank}`,
  ball: (kind, colours) => `${kind} ${colours}`,
  joker: "Joker",
  wildBlock: "Sperre für alle Farben",
  back: "verdeckte Karte",
  stock: "Nachziehstapel",
  discard: "Ablagestapel",
  aside: "Tisch",
  hand: (name) => (name === null ? "deine Hand" : `Hand von ${name}`),
  before: (name) => (name === null ? "deine Auslage" : `Auslage von ${name}`),
};

const words = (lang: string): Words => (lang === "de" ? GERMAN : ENGLISH);

/** What a card is called: "eight of spades", "Devious Dragon", "red cue stick". */
export function cardName(game: string, code: string, lang: string): string {
  const w = words(lang);
  if (code === "??") return w.back;
  if (game === "crazier-eights") return cardOf(code).name;
  if (game === "crazy-8-ball") {
    if (code === "block-wild") return w.wildBlock;
    const [kind = "", ...colours] = code.split("-");
    return w.ball(w.kinds[kind] ?? kind, colours.map((it) => w.colours[it] ?? it).join("-"));
  }
  if (code.startsWith("*")) return `${w.joker} ${code.slice(1)}`;
  const rank = code.slice(0, -1);
  return w.of(w.ranks[rank] ?? rank, w.suits[code.slice(-1)] ?? "");
}

/** What a colour is called. */
export function colourName(colour: string, lang: string): string {
  return words(lang).colours[colour] ?? colour;
}

/** What is named: a suit, a rank or a colour. */
export function nameName(game: string, name: string, lang: string): string {
  const w = words(lang);
  if (game !== "crazy-eights") return w.colours[name] ?? name;
  return w.suits[name] ?? w.plurals[name] ?? name;
}

/** A word for something named, or the text of a card. */
export function thing(game: string, word: string, lang: string): string {
  return game === "text" ? cardOf(word).text : nameName(game, word, lang);
}

/** Where on the pool table. */
export function spotName(spot: string, lang: string): string {
  return words(lang).spots[spot] ?? spot;
}

/** A place where cards lie. */
export function placeName(place: string, names: Record<string, string>, you: string | null, lang: string): string {
  const w = words(lang);
  const found = /^(hand|in play) (.)$/.exec(place);
  if (!found) return place === "stock" ? w.stock : place === "discard" ? w.discard : place === "aside" ? w.aside : place;
  const seat = found[2] ?? "";
  const name = seat === you ? null : (names[seat] ?? seat);
  return found[1] === "hand" ? w.hand(name) : w.before(name);
}
