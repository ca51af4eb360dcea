// Every sentence on every card is explained, in both languages.
import { expect, test } from "vitest";
import { parts } from "../../lib/rules/markdown";
import { pagesOf } from "../../lib/rules/pages";
import { cardOf, codes } from "./cards";
import { WORDS_PAGE, explain, sentencesOf } from "./explain";
import "./shipped-cards";

const page = async (language: string): Promise<string> =>
  (await pagesOf("crazier-eights", language))?.find(({ name }) => name === WORDS_PAGE)?.text ?? "";

test("every sentence of every card has words that the rulebook explains", async () => {
  const english = await page("en");
  for (const code of codes())
    for (const sentence of sentencesOf(cardOf(code).text))
      expect(explain(sentence, english, english).length, `${code}: ${sentence}`).toBeGreaterThan(0);
});

test("a sentence is explained by the words in it", async () => {
  const english = await page("en");
  const words = explain("At the beginning of your turn, draw a card.", english, english).map((item) => item[0]?.text);
  expect(words).toEqual(["At the beginning of", "draw"]);
  expect(explain("Look at the top card of the draw pile.", english, english).map((item) => item[0]?.text)).toEqual([
    "look at",
  ]);
});

test("the German page explains the same words in the same order", async () => {
  const items = (text: string): number[] =>
    parts(text).flatMap((part) => (part.kind === "list" ? [part.items.length] : []));
  const [english, german] = [await page("en"), await page("de")];
  expect(items(german)).toEqual(items(english));
  expect(explain("Draw a card.", english, german)[0]?.[0]?.text).toBe("ziehe");
});
