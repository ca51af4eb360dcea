import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import printed from "../../generated/cards.json";
import { cardOf } from "./cards";
import "./shipped-cards";

// The card files are what is played; what is drawn must be what they say.
for (const set of ["original", "many-colours"]) {
  test(`the drawn cards of ${set} are those of its card file`, () => {
    const text = readFileSync(new URL(`../../../../cards/crazier-eights/${set}.toml`, import.meta.url), "utf8");
    const blocks = text.split("[[card]]").slice(1);
    expect(blocks.length).toBeGreaterThan(10);
    for (const block of blocks) {
      const field = (key: string): string | null => new RegExp(`^${key} = "(.*)"$`, "m").exec(block)?.[1] ?? null;
      const name = field("name") ?? "";
      const id = name
        .toLowerCase()
        .replace(/'/g, "")
        .replace(/[^a-z0-9]+/g, "-");
      const card = cardOf(id);
      expect(card.name).toBe(name);
      expect(card.text).toBe(field("text"));
      expect(card.rank).toBe(field("rank"));
      expect(card.kind).toBe(field("kind"));
      const colours = /^colours = \[(.*)\]$/m.exec(block)?.[1] ?? "";
      expect([...card.colours].sort()).toEqual([...colours.matchAll(/"(\w+)"/g)].map((match) => match[1]).sort());
    }
  });
}

test("a second copy is the same card, and an unknown one shows its name", () => {
  expect(cardOf("death~2")).toEqual(cardOf("death"));
  expect(cardOf("sea-of-tea").name).toBe("Sea of Tea");
  expect(Object.keys(printed).length).toBeGreaterThanOrEqual(64);
});
