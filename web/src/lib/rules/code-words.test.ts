// Code of the rulebook in words.
import { expect, test } from "vitest";
import questions from "../i18n/en/questions";
import { codeWords } from "./code-words";
import { pagesOf } from "./pages";

test("rule sets have their titles, and options the words of the composer", () => {
  const words = codeWords("```play\nwith: turn.follow = suit-or-rank\n```", "crazy-eights", questions);
  expect(words("score-race")).toBe("Score race");
  expect(words("suit-or-rank")).toBe(questions["turn.follow"]?.answers?.["suit-or-rank"]);
  expect(words("not-an-option")).toBe(null);
});

test("the examples of a page tell which option of several is meant", () => {
  const two = { a: { ask: "", answers: { none: "one" } }, b: { ask: "", answers: { none: "two" } } };
  expect(codeWords("with: b = none", "crazy-eights", two)("none")).toBe("two");
  expect(codeWords("", "crazy-eights", two)("none")).toBe(null);
});

test("no chapter that one learns from shows how an answer is written", async () => {
  const notation = /`(?:[^`\n]*[=+>!?~*][^`\n]*|(?:10|[2-9AJQK])[CDHS]|[NS][EW]?|(?:stick|cue|block|pocket)-[a-z-]+)`/;
  for (const game of ["crazy-eights", "crazier-eights", "crazy-8-ball"])
    for (const language of ["en", "de"])
      for (const page of (await pagesOf(game, language)) ?? []) {
        if (["secrets", "timing", "named-cards", "example-turns", "openspiel", "old-bugs"].includes(page.name))
          continue;
        const prose = page.text.replace(/```[\s\S]*?```/g, "");
        expect(notation.exec(prose)?.[0], `${game}/${page.name} in ${language}`).toBe(undefined);
      }
});
