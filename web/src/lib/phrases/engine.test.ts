// Has the engine say all it can, and sees that a German player hears none of it in English.
import { readFileSync, readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { bookOf } from ".";
// The hints here take half as long in this engine; it is the same code.
import { LocalTable, games, initSync, rulesCheck, rulesDiff, rulesShow, verify } from "../engine/pkg/fast";
import { RULES } from "../games";
import { de } from "../i18n/de";
import type { Difference, RulesShown, InvalidRules } from "../engine/worker-api";
import { blank, fieldsOf, optionValue, type Field, type Json, type Node, type Sheet } from "../rules/schema";
import printed from "../../generated/cards.json";
import { VERSION, type Offer, type ToClient, type Update } from "../../generated/wire";

const file = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));
const book = bookOf(de, file("../i18n/de/phrases.txt").toString());
const told = games as () => string;
const schema = (game: string): string => file(`../../../../schema/${game}.schema.json`).toString();
let sets: { game: string; name: string; title: string; seats: [number, number] }[] = [];

beforeAll(() => {
  initSync({ module: file("../engine/pkg/fast_bg.wasm") });
  const all = JSON.parse(told()) as { id: string; rules: Omit<(typeof sets)[number], "game">[] }[];
  sets = all.flatMap((game) => game.rules.map((rules) => ({ ...rules, game: game.id })));
});

/** What stays English. */
function untold(texts: Iterable<string>, kind?: string): string[] {
  return [...new Set(texts)].filter((text) => text !== "" && book.say(text, kind) === null);
}

function shown(rules: RulesShown | InvalidRules): { titles: string[]; texts: string[] } {
  if (!rules.ok) return { titles: [], texts: [] };
  return {
    titles: rules.topics.map((entry) => entry.title),
    texts: [...rules.topics.map((entry) => entry.text), ...rules.warnings],
  };
}

function compared(game: string, left: string, right: string): { titles: string[]; texts: string[] } {
  const answer = JSON.parse(rulesDiff(game, left, right)) as { ok: true; differences: Difference[] } | InvalidRules;
  const list = answer.ok ? answer.differences : [];
  return {
    titles: list.map((entry) => entry.title),
    texts: list.flatMap((entry) => [entry.left ?? "", entry.right ?? ""]),
  };
}

test("the rules of every set, and how any two differ", () => {
  for (const { game, name } of sets) {
    const rules = shown(JSON.parse(rulesShow(game, name)) as RulesShown);
    expect(untold(rules.texts)).toEqual([]);
    expect(untold(rules.titles, "title")).toEqual([]);
    for (const other of sets.filter((entry) => entry.game === game)) {
      const between = compared(game, name, other.name);
      expect(untold(between.texts)).toEqual([]);
      expect(untold(between.titles, "title")).toEqual([]);
    }
  }
});

/** Every value of a form that the composer can choose by one click. */
function* values(node: Node): Generator<Json> {
  if (node.kind === "choice") {
    for (const option of node.options) {
      yield optionValue(option);
      if (option.node) yield* values(option.node);
    }
  } else if (node.kind === "flag") yield* [true, false];
  else if (node.kind === "number")
    yield* [node.min, Math.min(node.max, node.min + 1), Math.min(node.max, 9), Math.min(node.max, 40)];
  else if (node.kind === "map") {
    for (const key of ["8", "black A"]) for (const value of [...values(node.of)]) yield { [key]: value };
  } else if (node.kind === "list") {
    for (const value of values(node.of)) yield [value];
  } else if (node.kind === "group") {
    for (const field of node.fields)
      for (const value of values(field.node)) yield { ...(blank(node) as Sheet), [field.key]: value };
  } else yield blank(node);
}

function* sheets(game: string, base: string): Generator<Sheet> {
  const fields = fieldsOf(JSON.parse(schema(game)));
  for (const field of fields.filter(
    (entry) => !["extends", "title", "about", "source", "names", "place", "kin"].includes(entry.key),
  )) {
    for (const value of values(field.node)) yield { extends: base, title: "x", [field.key]: value };
  }
}

test("house rules: every option of every field, on top of sets that differ much", { timeout: 60_000 }, () => {
  const [texts, titles, problems] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { game, name } of sets.filter((entry) =>
    ["score-race", "action", "pickup", "standard"].includes(entry.name),
  )) {
    for (const sheet of sheets(game, name)) {
      const text = JSON.stringify(sheet);
      const answer = JSON.parse(rulesCheck(game, text)) as RulesShown | InvalidRules;
      if (!answer.ok) answer.problems.forEach((entry) => problems.add(entry.message));
      const [rules, between] = [shown(answer), compared(game, name, text)];
      [...rules.texts, ...between.texts].forEach((entry) => texts.add(entry));
      [...rules.titles, ...between.titles].forEach((entry) => titles.add(entry));
    }
  }
  expect(texts.size).toBeGreaterThan(200);
  expect(untold(texts)).toEqual([]);
  expect(untold(titles, "title")).toEqual([]);
  expect(untold(problems, "problem")).toEqual([]);
});

test("the words of the composer", () => {
  const [labels, abouts] = [new Set<string>(), new Set<string>()];
  const look = (fields: Field[]): void => {
    for (const field of fields) {
      labels.add(field.key);
      abouts.add(field.about);
      inside(field.node);
    }
  };
  const inside = (node: Node): void => {
    if (node.kind === "group") look(node.fields);
    else if (node.kind === "list" || node.kind === "map") inside(node.of);
    else if (node.kind === "choice") {
      for (const option of node.options) {
        labels.add(option.name);
        abouts.add(option.about);
        if (option.node) inside(option.node);
      }
    }
  };
  for (const game of new Set(sets.map((entry) => entry.game))) look(fieldsOf(JSON.parse(schema(game))));
  expect(untold(labels, "label")).toEqual([]);
  expect(untold(abouts, "about")).toEqual([]);
});

test("what rule sets say of themselves", () => {
  expect(
    untold(
      sets.map((entry) => entry.title),
      "set",
    ),
  ).toEqual([]);
  expect(
    untold(
      RULES.flatMap((entry) => [entry.about, entry.source]),
      "about",
    ),
  ).toEqual([]);
});

test("every card of Crazier Eights, and every form of sentence that a card can have", () => {
  expect(untold(Object.values(printed).map((entry) => entry.text))).toEqual([]);
  const forms = [
    ...file("../../../../docs/card-language.md")
      .toString()
      .matchAll(/^> (.*)$/gm),
  ].map((match) => match[1] ?? "");
  expect(forms.length).toBeGreaterThan(60);
  expect(untold(forms)).toEqual([]);
});

/** The sentences in a source, whatever is filled in: `You owe .*: draw.` */
function sentencesIn(source: string): RegExp[] {
  const code = source.split("#[cfg(test)]")[0]?.replace(/\\\n\s*/g, "") ?? "";
  const literals = [...code.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? "").replaceAll('\\"', '"'));
  const sentences = literals
    .filter((text) => /^[A-Z{"].*\.$/.test(text))
    .flatMap((text) => text.split(/(?<=\.) (?=[A-Z{])/));
  const plain = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return sentences.map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{[^}]*\}/)
          .map(plain)
          .join(".*")}$`,
      ),
  );
}

test("every sentence in the sources of rules, reasons and refusals has a phrase", () => {
  const crates = new URL("../../../../crates/", import.meta.url);
  const words = readdirSync(new URL("eights-classic/src/words/", crates), { recursive: true, encoding: "utf8" });
  // The page does not translate `tell.rs`: it narrates events in its own sentences.
  const classic = words.filter((name) => name.endsWith(".rs") && name !== "tell.rs");
  const files = [
    ...classic.map((name) => `eights-classic/src/words/${name}`),
    "eights-ball/src/words/why.rs",
    "eights-crazier/src/words/why.rs",
    "eights-crazier/src/words/topics.rs",
  ];
  const sentences = files.flatMap((name) => sentencesIn(readFileSync(new URL(name, crates), "utf8")));
  const phrases = [
    ...file("../i18n/de/phrases.txt")
      .toString()
      .replace(/\n[ \t]+/g, " ")
      .matchAll(/^(.*?) ==? /gm),
  ].map((match) => match[1] ?? "");
  expect(sentences.length).toBeGreaterThan(150);
  expect(sentences.filter((one) => !phrases.some((phrase) => one.test(phrase))).map(String)).toEqual([]);
});

test("every refusal of a table, and every last word of one, has a phrase", () => {
  const crates = "../../../../crates";
  const rooms = readdirSync(new URL(`${crates}/eights-server/src/room/`, import.meta.url)).filter((name) =>
    name.endsWith(".rs"),
  );
  const byes = rooms.map((name) => file(`${crates}/eights-server/src/room/${name}`).toString()).join("\n");
  const refusals = ["eights-server", "eights-local"]
    .map((name) => file(`${crates}/${name}/src/refusal.rs`).toString())
    .join("\n");
  const plain = [
    ...refusals.matchAll(/#\[error\("([^"{}]+)"\)\]/g),
    ...byes.matchAll(/bye\([\w.]+, ByeCode::\w+, "([^"{}]+)"/g),
  ].map((match) => match[1] ?? "");
  expect(plain.length).toBeGreaterThan(40);
  expect(untold(plain)).toEqual([]);
});

test("why a journal does not hold", () => {
  const chairs = [{ person: { name: "Ada" } }, { bot: { level: "newcomer" } }];
  const table = LocalTable.open(JSON.stringify({ game: "crazy-eights", rules: "basic", chairs, seed: "7".repeat(64) }));
  const update = JSON.parse(table.hear(JSON.stringify({ hello: { version: VERSION, words: false } })).at(-1) ?? "") as {
    update: Update;
  };
  table.hear(
    JSON.stringify({ say: { "match-id": update.update["match-id"], step: 0, say: update.update.offers[0]?.say } }),
  );
  const [head = "", ...lines] = table.journal().trimEnd().split("\n");
  const first = lines[0] ?? "";
  const broken = [
    "",
    "nonsense",
    "{}",
    table.journal().slice(0, -9),
    [head, first.replace(/"digest":"../, '"digest":"zz'), ""].join("\n"),
    [head, first.replace('"step":1', '"step":2'), ""].join("\n"),
    [head, first.replace(/"do":"[^"]*"/, '"do":"9X"'), ""].join("\n"),
    [head.replace("7777777", "zzz"), first, ""].join("\n"),
  ];
  const whys = broken.map((text) => (JSON.parse(verify(text)) as { why?: string }).why ?? "held");
  expect(untold(whys, "journal")).toEqual([]);
});

const CARDS = ["C", "D", "H", "S"].flatMap((suit) =>
  ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].map((rank) => rank + suit),
);
const WRONG: Record<string, string[]> = {
  "crazy-eights": [
    ...CARDS,
    ...CARDS.map((card) => `${card}=H`),
    ...CARDS.map((card) => `${card}!`),
    "draw",
    "pass",
    "done",
    "=H",
    "=7",
    "5C+5H",
    "5C+6H",
    "7H>B",
    "8S>A",
    "catch B",
    "catch A",
    "catch Z",
    "nonsense",
    "*1",
  ],
  "crazier-eights": Object.keys(printed)
    .flatMap((card) => [`play ${card}`, `discard ${card}`, `discard ${card}=blue`, `discard ${card}=pink`])
    .concat("draw", "end", "choose x", "discard nobody"),
  "crazy-8-ball": [
    "stick-red",
    "draw",
    "take",
    "discard stick-red",
    "swap cue-blue",
    "pocket-red at N",
    "pocket-red-blue at NW",
    "pocket-red at NW",
    "block-red at N",
    "shoot red at N",
    "shoot 8 with red at N",
    "shoot red at N and blue at S",
    "shoot blue at S and red at N",
    "shoot red at N and 8 with red at S",
    "shoot red at N and red at S",
  ],
};

/** Plays on as a person who asks about everything; the first offer is taken, or another one. */
function* asked(
  game: string,
  rules: string,
  seats: number,
  seed: string,
  most: number,
): Generator<{ why: string[]; hints: string[] }> {
  const chairs = Array.from({ length: seats }, (_, i) =>
    i === 0 ? { person: { name: "Ada" } } : { bot: { level: "newcomer" } },
  );
  const table = LocalTable.open(JSON.stringify({ game, rules, chairs, seed }));
  const hear = (message: unknown): ToClient[] =>
    table.hear(JSON.stringify(message)).map((text) => JSON.parse(text) as ToClient);
  const whys = (say: string): string[] =>
    hear({ why: { say } }).flatMap((entry) => ("why" in entry ? [entry.why.why] : []));
  for (let n = 0; n < most && !table.isOver(); n++) {
    const heard = hear({ hello: { version: VERSION, words: false } }).at(-1);
    const update = heard && "update" in heard ? heard.update : null;
    const offers: Offer[] = update?.offers ?? [];
    const hints =
      n % 12 === 3 && offers.length > 0
        ? hear({ hint: {} }).flatMap((entry) =>
            "hint" in entry ? [entry.hint.why] : "refused" in entry ? [entry.refused.why] : [],
          )
        : [];
    yield { why: (n % 3 === 0 ? (WRONG[game] ?? []) : offers.map((entry) => entry.say)).flatMap(whys), hints };
    const offer = offers[n % Math.max(1, offers.length)];
    if (table.botIsAsked()) table.tick();
    else if (offer && update) hear({ say: { "match-id": update["match-id"], step: update.step, say: offer.say } });
    else break;
  }
  table.free();
}

// It takes 20 s alone, and several times as long beside the compiler.
test("why a card is refused, and what a hint says, in games of every set", { timeout: 180_000 }, () => {
  const [whys, hints] = [new Set<string>(), new Set<string>()];
  for (const { game, name, seats } of sets) {
    for (const n of new Set([seats[0], Math.min(4, seats[1])])) {
      for (const said of asked(game, name, n, `${n}`.padStart(64, "7"), 90)) {
        said.why.forEach((entry) => whys.add(entry));
        said.hints.forEach((entry) => hints.add(entry));
      }
    }
  }
  expect(whys.size).toBeGreaterThan(300);
  expect(hints.size).toBeGreaterThan(20);
  expect(untold(whys)).toEqual([]);
  expect(untold(hints)).toEqual([]);
});
