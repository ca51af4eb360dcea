// What a card does is told in full sentences, with the name of the card.
import { expect, test } from "vitest";
import { de } from "../../lib/i18n/de";
import { en } from "../../lib/i18n/en";
import { narrate } from "../../lib/narrate";
import type { TableEvent } from "../../lib/narrate/events";
import { game } from ".";

const names = { A: "Ada", B: "Ben", C: "Cleo" };
const moved = (card: string, from: string, to: string, end = "top") => ({ moved: { card, from, to, end } });
const tell = (events: unknown[], lang = en, you: string | null = "A", speaking: string | null = null): string[] =>
  narrate(game, events as TableEvent[], names, lang, you, null, speaking);

test("hands that are shuffled together are told once, not card by card", () => {
  const events = [
    { event: "played", seat: "C", card: "masquerade" },
    moved("masquerade", "hand C", "resolving"),
    moved("??", "hand C", "aside"),
    moved("death", "hand A", "aside"),
    { shuffled: { place: "aside" } },
    moved("??", "aside", "hand C"),
    moved("castle", "aside", "hand A"),
    moved("masquerade", "resolving", "discard", "bottom"),
  ];
  expect(tell(events)).toEqual([
    "Cleo plays Masquerade.",
    "Masquerade: everybody’s cards were shuffled and dealt again.",
  ]);
  expect(tell(events, de)).toEqual([
    "Cleo spielt Masquerade.",
    "Masquerade: Alle Handkarten wurden gemischt und neu ausgeteilt.",
  ]);
});

test("the card that makes something happen is named, once, also when somebody had to choose first", () => {
  const destroyed = (card: string) => [
    moved(card, "in play B", "discard", "bottom"),
    { event: "destroyed", seat: "B", card, by: "C" },
  ];
  expect(
    tell([{ event: "played", seat: "C", card: "eclipse" }, ...destroyed("castle"), ...destroyed("black-cat")]),
  ).toEqual(["Cleo plays Eclipse.", "Eclipse: Castle is destroyed.", "Black Cat is destroyed."]);
  expect(tell([...destroyed("castle"), moved("death", "resolving", "discard", "bottom")], en, "A", "death")).toEqual([
    "Death: Castle is destroyed.",
  ]);
  expect(tell([{ event: "speaks", seat: "C", card: "devious-dragon" }, ...destroyed("castle")])).toEqual([
    "Devious Dragon: Castle is destroyed.",
  ]);
});

test("the draw of every turn is no card's doing", () => {
  const events = [
    { event: "speaks", seat: "A", card: "wood-elf" },
    { event: "granted-discard", seat: "A", number: 1 },
    moved("death", "stock", "hand A"),
    { event: "drew", seat: "A", number: 1 },
  ];
  expect(tell(events)).toEqual(["Wood Elf: You may discard an additional card this turn.", "You draw Death."]);
  expect(
    tell(
      [
        moved("death", "stock", "hand A"),
        moved("castle", "stock", "hand A"),
        { event: "drew", seat: "A", number: 2, by: "C" },
      ],
      en,
      "A",
      "forbidden-knowledge",
    ),
  ).toEqual(["Forbidden Knowledge: You draw Death, Castle."]);
});

test("an event that does nothing is told, since everybody has read it; an asset stays", () => {
  const events = [
    { event: "played", seat: "C", card: "nightmare" },
    moved("nightmare", "hand C", "resolving"),
    moved("nightmare", "resolving", "discard", "bottom"),
  ];
  expect(tell(events)).toEqual(["Cleo plays Nightmare.", "Nightmare: nothing happens."]);
  expect(tell([{ event: "played", seat: "A", card: "castle" }, moved("castle", "hand A", "in play A")])).toEqual([
    "You play Castle. It stays in play.",
  ]);
});
