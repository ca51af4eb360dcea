import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { de } from "../i18n/de";
import { en } from "../i18n/en";
import german from "../i18n/de/questions";
import english from "../i18n/en/questions";
import { entriesOf } from "./groups";
import { fieldsOf, type Node } from "./schema";
import { cardsName, cornerOf, effectWords } from "./special";

const schema = JSON.parse(
  readFileSync(new URL("../../../../schema/crazy-eights.schema.json", import.meta.url), "utf8"),
) as unknown;
const special = fieldsOf(schema).find(({ key }) => key === "cards")?.node;
const effect = (special?.kind === "map" && special.of.kind === "list" ? special.of.of : null) as Node;

test("keys of the sheet are read as cards", () => {
  const named = (key: string): string => cardsName(key, en.names, en.page);
  expect(["8", "QS", "black A", "hearts", "red", "joker", "*1"].map(named)).toEqual([
    "Eights",
    "Queen of spades",
    "Black aces",
    "Hearts",
    "Red cards",
    "Joker",
    "*1",
  ]);
  expect(["8", "QS", "red A"].map((key) => cardsName(key, de.names, de.page))).toEqual([
    "Achten",
    "Pik-Dame",
    "Rote Asse",
  ]);
  expect(["14", "5T", "stars", "crosses", "joker"].map((key) => cardsName(key, en.names, en.page, true))).toEqual([
    "Fourteens",
    "5 of triangles",
    "Stars",
    "Crosses",
    "Joker",
  ]);
  expect(cardsName("2S", de.names, de.page, true)).toBe("Stern-2");
  expect(cornerOf("2S", true)).toEqual({ rank: "2", suit: "star", red: false });
  expect(cornerOf("10H")).toEqual({ rank: "10", suit: "H", red: true });
  expect(cornerOf("black A")).toEqual({ rank: "A", suit: "", red: false });
});

test("every effect that a card may have is said in words, in both languages", () => {
  const effects = [
    "wild",
    "skip",
    "reverse",
    "rotate-hands",
    "another-turn",
    "cover",
    { wild: "anything" },
    { wild: "card-below" },
    { wild: { names: "suit", "must-fit": true } },
    { skip: 2 },
    { draw: 2 },
    { draw: { cards: 5, who: "others" } },
    { draw: { cards: 5, who: "previous-asked" } },
    { draw: { cards: 5, sum: "stays" } },
    { cancel: "A" },
    { answer: { to: "2", adds: 1 } },
    { again: "same-suit" },
    { again: "open-run" },
    { "counts-as": "10" },
    { "swap-hands": "chosen" },
    "choose-next",
    { "followed-by": ["A", "2"] },
  ];
  for (const [language, questions] of [
    [en, english],
    [de, german],
  ] as const) {
    for (const one of effects)
      expect(
        effectWords(effect, one, questions["cards[]"]?.answers ?? {}, language.names.numbers),
        JSON.stringify(one),
      ).not.toBeNull();
  }
  expect(
    effectWords(effect, { draw: { cards: 5, who: "others" } }, english["cards[]"]?.answers ?? {}, en.names.numbers),
  ).toBe("everybody else draws five");
  expect(
    effectWords(
      effect,
      { wild: { names: "suit", "must-fit": true } },
      english["cards[]"]?.answers ?? {},
      en.names.numbers,
    ),
  ).toBe("must fit, and you name a suit");
});

test("every option of every game is asked, with words for all its answers, in both languages", () => {
  const missing: string[] = [];
  for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"]) {
    const sections = fieldsOf(
      JSON.parse(readFileSync(new URL(`../../../../schema/${game}.schema.json`, import.meta.url), "utf8")),
    );
    for (const { path, group, section, field } of entriesOf(sections)) {
      if (group === "more") continue;
      const node = (field ?? section).node;
      for (const [language, questions] of [
        ["en", english],
        ["de", german],
      ] as const) {
        if (!questions[path]) missing.push(`${language} ${path}`);
        if (node.kind !== "choice") continue;
        for (const { name } of node.options)
          if (!questions[path]?.answers?.[name.replace(" …", "")]) missing.push(`${language} ${path}: ${name}`);
      }
    }
  }
  expect(missing).toEqual([]);
});
