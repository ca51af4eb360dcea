// Guided first hands: a sentence for every move of the newcomer, in every game and language.
import { expect, test } from "vitest";
import { GAMES } from "../games";
import { fences } from "../../../scripts/rulebook.ts";
import { pagesOf } from "../rules/pages";
import { LESSON_PAGE, lessonOf, plainText } from "./lesson";

/** Longer ones are not read at the table. */
const MOST_LETTERS = 150;

for (const game of GAMES)
  for (const language of ["en", "de"])
    test(`the first hand of ${game.id} in ${language} says one short thing before every move`, async () => {
      const page = (await pagesOf(game.id, language))?.find(({ name }) => name === LESSON_PAGE);
      expect(page?.language).toBe(language);
      const lesson = lessonOf(page?.text ?? "");
      const moves = fences(page?.text ?? "").map((script) => script.match(/^A: /gm)?.length ?? 0);
      expect(lesson?.scenes.map(({ sentences }) => sentences.length)).toEqual(moves);
      for (const sentence of lesson?.scenes.flatMap(({ sentences }) => sentences) ?? [])
        expect(plainText(sentence).length, plainText(sentence)).toBeLessThanOrEqual(MOST_LETTERS);
      expect(lesson?.closing.length).toBeGreaterThan(0);
    });

test("sentences belong to the play below them, and the last paragraph closes", () => {
  const page =
    "# First\n\nHello.\n\n1. One.\n2. Two.\n\n```play\na\n```\n\n1. Three.\n\n```play\nb\n```\n\nThe *end*.\n";
  const lesson = lessonOf(page);
  expect(lesson?.scenes.map(({ line, sentences }) => [line, sentences.map(plainText)])).toEqual([
    [8, ["One.", "Two."]],
    [14, ["Three."]],
  ]);
  expect(plainText(lesson?.closing ?? [])).toBe("The end.");
  expect(lessonOf("# A turn\n\nNothing to play.\n")).toBe(null);
});
