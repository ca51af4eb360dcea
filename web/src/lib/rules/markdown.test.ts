// The rulebook's Markdown, on its real pages.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { inline, parts, titleOf } from "./markdown";

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
