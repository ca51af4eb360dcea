import { expect, test } from "vitest";
import { de } from "../i18n/de";
import { en } from "../i18n/en";
import { tapes } from "../table/fixtures";
import { gameOf } from "../table/fixtures/games";
import { namesOf } from "../table/scene";
import { eventsOf } from "../table/types";
import type { TableEvent } from "./events";
import { narrate } from ".";

const names = { A: "Ada", B: "Ben", C: "Cleo" };
const say = (game: string, event: unknown, lang = en, you: string | null = null): string[] =>
  narrate(gameOf(game), [event as TableEvent], names, lang, you);
const moved = (card: string, from: string, to: string, end: "top" | "bottom" = "top") => ({
  moved: { card, from, to, end },
});

// One example of every kind of event that the three games have, with its sentence.
const CLASSIC: [unknown, string, string][] = [
  [{ card: moved("5H", "hand B", "discard") }, "Ben plays the five of hearts.", "Ben spielt Herz-Fünf."],
  [{ card: moved("??", "stock", "hand B") }, "Ben draws a card.", "Ben zieht eine Karte."],
  [{ card: moved("KS", "stock", "hand B") }, "Ben draws the king of spades.", "Ben zieht Pik-König."],
  [{ card: moved("10D", "stock", "discard") }, "The ten of diamonds is turned up.", "Karo-Zehn wird aufgedeckt."],
  [
    { card: { buried: { card: "8S", from: "discard", to: "stock" } } },
    "The eight of spades goes back into the stock.",
    "Pik-Acht geht zurück in den Stapel.",
  ],
  [
    { card: { gathered: { from: "discard", to: "stock", left: 1 } } },
    "The discard pile becomes the new stock.",
    "Der Ablagestapel wird zum neuen Stapel.",
  ],
  [
    { card: { rotated: { places: ["hand A", "hand B"] } } },
    "Ada exchanges hands with Ben.",
    "Ada tauscht das Blatt mit Ben.",
  ],
  [
    { card: { rotated: { places: ["hand A", "hand B", "hand C"] } } },
    "All hands move on to the next player.",
    "Alle Blätter wandern einen Platz weiter.",
  ],
  [
    { laid: { seat: "B", cards: 3, jumped: true, called: true } },
    "Ben jumps in out of turn. Ben lays three cards at once. Ben calls the last card.",
    "Ben wirft dazwischen. Ben legt drei Karten auf einmal. Ben sagt die letzte Karte an.",
  ],
  [{ named: { seat: "B", name: "H" } }, "Ben names hearts.", "Ben wünscht sich Herz."],
  [{ named: { seat: "B", name: "7" } }, "Ben names sevens.", "Ben wünscht sich Sieben."],
  [{ skipped: { seat: "B" } }, "Ben misses a turn.", "Ben setzt aus."],
  [
    { reversed: { clockwise: false } },
    "Play turns: now anticlockwise.",
    "Die Richtung dreht: jetzt gegen den Uhrzeigersinn.",
  ],
  [
    { owes: { seat: "B", cards: 4 } },
    "Ben must draw four cards or pass them on.",
    "Ben muss vier Karten ziehen oder sie weiterreichen.",
  ],
  [
    { owes: { seat: "B", cards: 1 } },
    "Ben must draw a card or pass it on.",
    "Ben muss eine Karte ziehen oder sie weiterreichen.",
  ],
  [{ cancelled: { seat: "B" } }, "Ben ends the penalty.", "Ben beendet die Strafe."],
  [
    { penalty: { seat: "B", cards: 4 } },
    "Ben has drawn the four cards owed.",
    "Ben hat die vier fälligen Karten gezogen.",
  ],
  [
    { penalty: { seat: "B", cards: 0 } },
    "Ben should draw, but no card is left.",
    "Ben müsste ziehen, aber es ist keine Karte mehr da.",
  ],
  [{ passed: { seat: "B" } }, "Ben passes.", "Ben passt."],
  [
    { caught: { seat: "B", by: "C" } },
    "Cleo catches Ben: the last card was not called.",
    "Cleo erwischt Ben: Die letzte Karte war nicht angesagt.",
  ],
  [
    { caught: { seat: "B", by: null } },
    "Ben forgot to call the last card.",
    "Ben hat die letzte Karte nicht angesagt.",
  ],
  [{ "went-out": { seat: "B" } }, "Ben goes out.", "Ben ist fertig."],
  [
    { bust: { seat: "B" } },
    "Ben holds too many cards and is out of this hand.",
    "Ben hat zu viele Karten und scheidet aus.",
  ],
  [
    { blocked: { why: "all-passed" } },
    "Nobody can go on: the hand is blocked.",
    "Niemand kann mehr weiter: Die Runde ist blockiert.",
  ],
  [
    { blocked: { why: "stock-used-up" } },
    "The stock is used up: the hand is blocked.",
    "Der Stapel ist verbraucht: Die Runde ist blockiert.",
  ],
  [
    { blocked: { why: { "no-progress": 1000 } } },
    "No progress in 1000 moves: the hand is blocked.",
    "1000 Züge lang ging nichts voran: Die Runde ist blockiert.",
  ],
  [
    { "left-in-hand": { seat: "B", cards: ["5H", "KS"] } },
    "Ben still holds five of hearts, king of spades.",
    "Ben hat noch Herz-Fünf, Pik-König.",
  ],
];

const CRAZIER: [unknown, string, string][] = [
  [{ event: "began", seat: "B" }, "It is Ben’s turn.", "Ben ist am Zug."],
  [{ event: "played", seat: "B", card: "death" }, "Ben plays Death.", "Ben spielt Death."],
  [{ event: "discarded", seat: "B", card: "death" }, "Ben discards Death.", "Ben wirft Death ab."],
  [
    { event: "discarded", seat: "B", card: "spell-tome", named: "blue" },
    "Ben discards Spell Tome and names blue.",
    "Ben wirft Spell Tome ab und nennt Blau.",
  ],
  [
    { event: "dropped", card: "black-cat", seat: "B" },
    "Black Cat needs a decision of Ben, who has left the game.",
    "Black Cat braucht eine Entscheidung von Ben, und Ben ist ausgeschieden.",
  ],
  [{ event: "replaced", card: "castle" }, "Castle changes what happens.", "Castle ändert, was geschieht."],
  [{ event: "shrunk", seat: "B", number: 1 }, "Ben draws one fewer.", "Ben zieht eine weniger."],
  [{ event: "cannot", card: "castle" }, "Nothing happens to Castle.", "Castle bleibt, wie es ist."],
  [{ event: "drew", seat: "B", number: 3 }, "Ben draws three cards.", "Ben zieht drei Karten."],
  [{ event: "searched", seat: "B", number: 0 }, "Ben finds nothing.", "Ben findet nichts."],
  [{ event: "destroyed", seat: "B", card: "castle" }, "Castle is destroyed.", "Castle wird zerstört."],
  [{ event: "captured", seat: "B", card: "castle" }, "Ben takes control of Castle.", "Ben übernimmt Castle."],
  [
    { event: "granted-discard", seat: "B", number: 2 },
    "Ben may discard two additional cards this turn.",
    "Ben darf noch zwei Karten abwerfen.",
  ],
  [
    { event: "granted-play", seat: "B", number: 1 },
    "Ben may play an additional card this turn.",
    "Ben darf noch eine Karte ausspielen.",
  ],
  [{ event: "ended", seat: "B" }, "Ben ends the turn.", "Ben beendet den Zug."],
  [{ event: "lost", seat: "B" }, "Ben loses the game.", "Ben verliert das Spiel."],
  [{ event: "won", seat: "B" }, "Ben wins the game.", "Ben gewinnt das Spiel."],
  [
    { event: "impossible" },
    "No card is left to draw: the game is over, and the fewest cards in hand win.",
    "Es gibt keine Karte mehr zu ziehen: Das Spiel ist aus, die wenigsten Handkarten gewinnen.",
  ],
  [
    { event: "endless" },
    "The texts of the cards never come to an end: the game is over, and the fewest cards in hand win.",
    "Die Texte der Karten nehmen kein Ende: Das Spiel ist aus, die wenigsten Handkarten gewinnen.",
  ],
  [
    { event: "cut-short", seat: "B" },
    "Ben’s turn has gone on too long and ends.",
    "Der Zug von Ben dauert zu lange und endet.",
  ],
  [
    { shown: { card: "death", at: "stock" } },
    "Revealed from the draw pile: Death.",
    "Aus dem Nachziehstapel aufgedeckt: Death.",
  ],
  [{ shown: { card: "death", at: "hand B" } }, "Ben shows Death.", "Ben zeigt Death."],
  [{ shown: { card: "death", at: "aside" } }, "Put aside, face up: Death.", "Offen beiseitegelegt: Death."],
  [
    moved("death", "hand B", "stock", "bottom"),
    "Ben puts Death under the draw pile.",
    "Ben legt Death unter den Nachziehstapel.",
  ],
  [
    moved("??", "hand B", "stock"),
    "Ben puts a card on top of the draw pile.",
    "Ben legt eine Karte oben auf den Nachziehstapel.",
  ],
  [
    moved("castle", "in play B", "stock", "bottom"),
    "Castle leaves the cards before Ben and goes under the draw pile.",
    "Castle kommt unter den Nachziehstapel (vorher: Auslage von Ben).",
  ],
  [
    moved("castle", "in play B", "hand B"),
    "Ben takes Castle from play into hand.",
    "Ben nimmt Castle aus dem Spiel auf die Hand.",
  ],
  [
    moved("castle", "discard", "hand B"),
    "Ben takes Castle from the discard pile.",
    "Ben nimmt Castle vom Ablagestapel.",
  ],
  [moved("castle", "discard", "in play B"), "Castle comes into play before Ben.", "Castle kommt ins Spiel, vor Ben."],
  [moved("??", "hand B", "hand C"), "A card goes from Ben to Cleo.", "Eine Karte geht von Ben an Cleo."],
  [
    { gathered: { from: "discard", to: "stock", left: 1 } },
    "The discard pile is shuffled into a new draw pile.",
    "Der Ablagestapel wird zu einem neuen Nachziehstapel gemischt.",
  ],
  [
    { gathered: { from: "discard", to: "aside", left: 1 } },
    "The discard pile is shuffled and put under the draw pile.",
    "Der Ablagestapel wird gemischt und unter den Nachziehstapel gelegt.",
  ],
];

const BALL: [unknown, string, string][] = [
  [{ chose: { seat: "B", balls: "solids" } }, "Ben takes the solids.", "Ben nimmt die Vollen."],
  [{ chose: { seat: "B", balls: "stripes" } }, "Ben takes the stripes.", "Ben nimmt die Halben."],
  [
    { card: moved("stick-red", "hand B", "discard") },
    "Ben throws away a red cue stick.",
    "Ben wirft ein Queue in Rot weg.",
  ],
  [
    { card: moved("pocket-red-orange", "hand B", "discard") },
    "Ben throws away a corner pocket, red and orange.",
    "Ben wirft eine Ecktasche in Rot und Orange weg.",
  ],
  [
    { card: moved("cue-orange", "stock", "hand B") },
    "Ben draws an orange cue ball.",
    "Ben zieht einen Spielball in Orange.",
  ],
  [
    { card: moved("stick-red", "discard", "hand B") },
    "Ben takes the red cue stick from the discard pile.",
    "Ben nimmt Queue Rot vom Ablagestapel.",
  ],
  [
    { card: moved("pocket-blue-red", "hand B", "NW") },
    "Ben lays a corner pocket, blue and red: far left corner.",
    "Ben legt oben links eine Ecktasche in Blau und Rot an.",
  ],
  [
    { card: moved("block-wild", "hand B", "S") },
    "Ben closes the near middle with a wild block.",
    "Ben schließt unten in der Mitte die Tasche: freie Sperre.",
  ],
  [
    { ball: { seat: "B", color: "red", at: "NW" } },
    "Ben’s red goes down in the far left corner.",
    "Bei Ben fällt Rot oben links.",
  ],
  [{ eight: { seat: "B", at: "N" } }, "Ben sinks the 8 in the far middle.", "Ben versenkt oben in der Mitte die 8."],
  [{ over: { eight: "B" } }, "Ben wins the game.", "Ben gewinnt das Spiel."],
  [
    { over: "stalemate" },
    "Neither player can ever finish: the game ends.",
    "Niemand kann mehr fertig werden: Das Spiel endet.",
  ],
  [
    { over: "turn-cap" },
    "The turn cap is reached: the game ends.",
    "Die Höchstzahl an Zügen ist erreicht: Das Spiel endet.",
  ],
  [
    { card: { gathered: { from: "discard", to: "stock", left: 0 } } },
    "The discard pile is shuffled and turned over.",
    "Der Ablagestapel wird gemischt und umgedreht.",
  ],
];

for (const [game, examples] of [
  ["crazy-eights", CLASSIC],
  ["crazier-eights", CRAZIER],
  ["crazy-8-ball", BALL],
] as const) {
  test(`every kind of event of ${game} has a sentence in English and German`, () => {
    for (const [event, english, german] of examples) {
      expect(say(game, event)).toEqual([english]);
      expect(say(game, event, de)).toEqual([german]);
    }
  });
}

test("a ball that goes down is counted, two of one shot together", () => {
  const ball = (color: string, at: string): TableEvent => ({ ball: { seat: "A", color, at } }) as unknown as TableEvent;
  const row = (left: string[]): unknown => ({ rows: { A: left, B: [] } });
  const tell = (events: TableEvent[], left: string[], lang = en): string[] =>
    narrate(gameOf("crazy-8-ball"), events, names, lang, "A", row(left));
  expect(tell([ball("blue", "SW")], ["red", "purple", "orange", "green", "maroon"])).toEqual([
    "Blue goes down in the left corner. Two down, five to go.",
  ]);
  expect(tell([ball("blue", "SW")], ["red"], de)).toEqual(["Blau fällt unten links. Sechs drin, noch eine."]);
  expect(tell([ball("blue", "SW"), ball("red", "N")], ["maroon"])).toEqual([
    "Blue goes down in the left corner.",
    "Red goes down in the far middle. Six down, one to go.",
  ]);
  expect(tell([ball("blue", "SW")], [])).toEqual(["Blue goes down in the left corner. All seven down: now the 8."]);
});

test("an event that another sentence covers adds nothing", () => {
  expect(say("crazy-eights", { card: { shuffled: { place: "stock" } } })).toEqual([]);
  expect(say("crazy-eights", { laid: { seat: "A", cards: 1, jumped: false, called: false } })).toEqual([]);
  expect(say("crazy-eights", { card: { shown: { card: "5H", at: "hand A" } } })).toEqual([]);
  expect(say("crazy-8-ball", { card: moved("cue-red", "hand A", "NW") })).toEqual([]);
  expect(say("crazier-eights", moved("death", "hand A", "discard"))).toEqual([]);
  expect(say("crazier-eights", moved("death", "hand B", "resolving"))).toEqual([]);
  expect(say("crazier-eights", { event: "speaks", seat: "B", card: "wood-elf" })).toEqual([]);
  expect(say("crazier-eights", { event: "lapsed", seat: "B", card: "wood-elf" })).toEqual([]);
  expect(say("crazier-eights", moved("death", "resolving", "discard", "bottom"))).toEqual([]);
  const played: TableEvent[] = [{ event: "played", seat: "B", card: "castle" }, moved("castle", "stock", "in play B")];
  expect(narrate(gameOf("crazier-eights"), played, names, en)).toEqual(["Ben plays Castle. It stays in play."]);
  expect(say("crazier-eights", moved("castle", "stock", "in play B"))).toEqual(["Castle comes into play before Ben."]);
});

test("sentences about the reader are in the second person", () => {
  expect(say("crazy-eights", { skipped: { seat: "A" } }, en, "A")).toEqual(["You miss a turn."]);
  expect(say("crazy-eights", { caught: { seat: "A", by: "B" } }, de, "A")).toEqual([
    "Ben erwischt dich: Die letzte Karte war nicht angesagt.",
  ]);
  expect(say("crazy-eights", { card: { rotated: { places: ["hand B", "hand A"] } } }, de, "A")).toEqual([
    "Du tauschst das Blatt mit Ben.",
  ]);
  expect(
    narrate(
      gameOf("crazier-eights"),
      [moved("death", "stock", "hand A"), { event: "drew", seat: "A", number: 1 } as unknown as TableEvent],
      names,
      en,
      "A",
    ),
  ).toEqual(["You draw Death."]);
  expect(say("crazier-eights", moved("death", "hand B", "hand A"), en, "A")).toEqual(["Death goes from Ben to you."]);
  expect(say("crazier-eights", moved("death", "hand A", "hand B"), de, "A")).toEqual(["Death geht von dir an Ben."]);
});

test("cards drawn in a row make one sentence", () => {
  const draw = { card: moved("??", "stock", "hand B") };
  expect(narrate(gameOf("crazy-eights"), [draw, draw, draw], names, en)).toEqual(["Ben draws three cards."]);
  const show = (card: string, at = "stock") => ({ shown: { card, at } });
  expect(
    narrate(gameOf("crazier-eights"), [show("death"), show("castle"), show("death", "hand B")], names, en),
  ).toEqual(["Revealed from the draw pile: Death, Castle.", "Ben shows Death."]);
  const fine = { penalty: { seat: "B", cards: 2 } };
  expect(narrate(gameOf("crazy-eights"), [draw, draw, fine], names, en)).toEqual(["Ben draws the two cards owed."]);
  expect(narrate(gameOf("crazy-eights"), [draw, draw, draw, fine], names, de)).toEqual([
    "Ben zieht drei Karten.",
    "Ben hat die zwei fälligen Karten gezogen.",
  ]);
});

test("no sentence for a recorded event has a gap", () => {
  for (const tape of Object.values(tapes)) {
    for (const lang of [en, de]) {
      for (const update of tape.updates) {
        for (const line of narrate(gameOf(tape.room.rules.game), eventsOf(update), namesOf(tape.room), lang, "A")) {
          expect(line).not.toMatch(/[{}]|undefined|NaN/);
        }
      }
    }
  }
});
