// The rulebook in other languages: complete, up to date, and with the same examples.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ENGLISH, OTHERS, fences, holes, pageNames, withExamples } from "../../../scripts/rulebook.ts";
import { parts, type Inline, type Part } from "./markdown";
import { hasBook, pagesOf } from "./pages";

const GAMES = ["crazy-eights", "crazier-eights", "crazy-8-ball"];
const LANGUAGES = readdirSync(OTHERS);

test("German is there, and a language that is not gets English", async () => {
  expect(hasBook("de")).toBe(true);
  expect(hasBook("xx")).toBe(false);
  const german = (await pagesOf("crazy-eights", "de"))?.find(({ name }) => name === "turn");
  expect(german).toMatchObject({ title: "Ein Zug", language: "de" });
  expect(german?.text).toContain("```play\nrules: score-race");
  const other = (await pagesOf("crazy-eights", "xx"))?.find(({ name }) => name === "turn");
  expect(other).toMatchObject({ title: "A turn", language: "en" });
  expect(await pagesOf("poker", "de")).toBe(null);
});

test("a place is filled with the next example, and a page with too few or too many is not used", () => {
  const original = "# One\n\n```play\na\n\n```\n\ntext\n\n````\n```play\n````\n";
  expect(fences(original)).toEqual(["```play\na\n\n```", "````\n```play\n````"]);
  expect(withExamples("<!-- of 1 -->\n# Eins\n\n{play}\n\nText\n\n{play}\n", original)).toBe(
    original.replace("One", "Eins").replace("text", "Text"),
  );
  expect(withExamples("# Eins\n\n{play}\n", original)).toBe(null);
  expect(withExamples("# Eins\n\n{play}\n\n{play}\n\n{play}\n", original)).toBe(null);
});

for (const language of LANGUAGES)
  for (const game of GAMES)
    test(`the rulebook of ${game} in ${language} is complete and says what the English one says`, () => {
      expect(problems(language, game)).toEqual([]);
    });

/** What somebody has to do, in plain words. */
function problems(language: string, game: string): string[] {
  const found: string[] = [];
  const names = pageNames(`${ENGLISH}/${game}`);
  const folder = `${OTHERS}/${language}/${game}`;
  for (const name of names) {
    const [original, translation] = [`rulebook/${game}/${name}.md`, `web/rulebook/${language}/${game}/${name}.md`];
    const bytes = readFileSync(`${ENGLISH}/${game}/${name}.md`);
    const english = bytes.toString("utf8");
    const mark = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
    if (!existsSync(`${folder}/${name}.md`)) {
      found.push(`${original} is not translated: write ${translation}, with <!-- of ${mark} --> as its first line`);
      continue;
    }
    const said = readFileSync(`${folder}/${name}.md`, "utf8");
    if (said.split("\n")[0] !== `<!-- of ${mark} -->`)
      found.push(`${original} has changed: look over ${translation} and put ${mark} into its first line`);
    if (fences(said).length > 0) found.push(`${translation} repeats an example: write {play} in its place`);
    const [wanted, there] = [fences(english).length, holes(said)];
    if (wanted !== there)
      found.push(`${original} has ${wanted} examples: ${translation} needs as many lines {play}, not ${there}`);
    for (const [what, of] of Object.entries(SHAPES)) {
      const [theirs, ours] = [of(parts(english)), of(parts(withExamples(said, english) ?? said))];
      if (theirs !== ours)
        found.push(`${translation} must have ${what} of ${original}: ${theirs || "none"}, not ${ours || "none"}`);
    }
  }
  const left = existsSync(folder) ? pageNames(folder).filter((name) => !names.includes(name)) : [];
  return [
    ...found,
    ...left.map((name) => `rulebook/${game}/${name}.md is gone: remove web/rulebook/${language}/${game}/${name}.md`),
  ];
}

/** What does not change with the language. Words in code and links may stand in another order. */
const SHAPES: Record<string, (page: Part[]) => string> = {
  "the headings": (page) => page.flatMap((part) => (part.kind === "heading" ? ["#".repeat(part.level)] : [])).join(" "),
  "the links": (page) =>
    inlines(page)
      .flatMap((one) => (one.kind === "link" ? [one.to] : []))
      .sort()
      .join(" "),
  "the words in code": (page) =>
    [...new Set(inlines(page).flatMap((one) => (one.kind === "code" ? [one.text] : [])))].sort().join(" "),
};

function inlines(page: Part[]): Inline[] {
  return page.flatMap((part) => {
    if (part.kind === "list") return part.items.flat();
    if (part.kind === "table") return [...part.head, ...part.rows.flat()].flat();
    return part.kind === "code" || part.kind === "play" ? [] : part.text;
  });
}
