// The rulebook's Markdown, on its real pages.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { inline, parts, points, splitForgotten, titleOf } from "./markdown";

const folder = new URL("../../../../rulebook/", import.meta.url);
const pages = ["crazy-eights", "crazier-eights", "crazy-8-ball"].flatMap((game) =>
  readdirSync(new URL(`${game}/`, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => [`${game}/${name}`, readFileSync(new URL(`${game}/${name}`, folder), "utf8")] as const),
);

test("every page has a title and every play block is found on its line", () => {
  expect(pages.length).toBeGreaterThan(80);
  for (const [name, page] of pages) {
    expect(titleOf(page), name).not.toBe("");
    const lines = page.split("\n");
    const fences = lines.flatMap((line, i) => (line.trim() === "```play" ? [i + 1] : []));
    const found = parts(page).flatMap((part) => (part.kind === "play" ? [part.line] : []));
    expect(found, name).toEqual(fences);
  }
});

test("no letter of prose is lost", () => {
  for (const [name, page] of pages) {
    const seen = JSON.stringify(parts(page));
    for (const word of page.replace(/```[\s\S]*?```/g, "").match(/[A-Za-z]{9,}/g) ?? []) {
      expect(seen.includes(word), `${name}: ${word}`).toBe(true);
    }
  }
});

test("decorations inside of a line", () => {
  expect(inline("play `8S=H` **now**, see [turns](turn.md)")).toEqual([
    { kind: "text", text: "play " },
    { kind: "code", text: "8S=H" },
    { kind: "text", text: " " },
    { kind: "strong", text: "now" },
    { kind: "text", text: ", see " },
    { kind: "link", text: "turns", to: "turn.md" },
  ]);
});

test("the stars of jokers decorate nothing", () => {
  expect(inline("five wild cards, *1 to *5, and *one* more")).toEqual([
    { kind: "text", text: "five wild cards, *1 to *5, and " },
    { kind: "em", text: "one" },
    { kind: "text", text: " more" },
  ]);
});

test("an example belongs to the prose before it", () => {
  const found = points(parts("# One\n\ntext\n\n```play\na\n```\n\n```play\nb\n```\n\n## Two\n\nmore\n"));
  expect(found.map(({ prose, examples }) => [prose.length, examples.map(({ text }) => text)])).toEqual([
    [2, ["a", "b"]],
    [2, []],
  ]);
});

test("every card's page ends with what is easily forgotten, in a few short sentences", () => {
  const cards = pages.filter(([name]) => name.includes("/card-"));
  expect(cards.length).toBeGreaterThan(60);
  for (const [name, page] of cards) {
    const { forgotten, rest } = splitForgotten(parts(page));
    expect(forgotten?.title[0]?.text, name).toBe("Easily forgotten");
    expect(forgotten?.items.length, name).toBeLessThanOrEqual(3);
    for (const item of forgotten?.items ?? [])
      expect(item.map(({ text }) => text).join("").length, name).toBeLessThanOrEqual(120);
    expect(rest.at(-1)?.kind, name).toBe("play");
  }
});

test("a list in the middle of a page, or without a heading, is not what is easily forgotten", () => {
  expect(splitForgotten(parts("# A\n\n## B\n\n- c\n\nd\n")).forgotten).toBe(null);
  expect(splitForgotten(parts("# A\n\nb\n\n- c\n")).forgotten).toBe(null);
});
