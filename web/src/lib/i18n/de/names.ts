// Was Karten, Farben und Orte auf Deutsch heißen.
import type { CardWords } from "../language";

export const names: CardWords = {
  ranks: { A: "Ass", 2: "Zwei", 3: "Drei", 4: "Vier", 5: "Fünf", 6: "Sechs", 7: "Sieben", 8: "Acht", 9: "Neun", 10: "Zehn", J: "Bube", Q: "Dame", K: "König" },
  plurals: { A: "Asse", 2: "Zweien", 3: "Dreien", 4: "Vieren", 5: "Fünfen", 6: "Sechsen", 7: "Sieben", 8: "Achten", 9: "Neunen", 10: "Zehnen", J: "Buben", Q: "Damen", K: "Könige" },
  suits: { C: "Kreuz", D: "Karo", H: "Herz", S: "Pik" },
  colours: { yellow: "Gelb", blue: "Blau", red: "Rot", purple: "Violett", orange: "Orange", green: "Grün", maroon: "Weinrot" },
  kinds: { stick: "Queue", cue: "Spielball", block: "Sperre", pocket: "Tasche" },
  spots: { NW: "oben links", N: "oben in der Mitte", NE: "oben rechts", SW: "unten links", S: "unten in der Mitte", SE: "unten rechts" },
  of: (rank, suit) => `${suit}-${rank}`,
  one: (card) => card,
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
