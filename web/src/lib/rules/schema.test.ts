// The form out of the real schemas of all three games.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { blank, chosen, fieldsOf, fits, human, type Field, type Node } from "./schema";

const folder = new URL("../../../../schema/", import.meta.url);
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith(".schema.json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as unknown);

function* nodes(fields: Field[]): Generator<[string, Node]> {
  for (const field of fields) yield* inside(field.key, field.node);
}
function* inside(path: string, node: Node): Generator<[string, Node]> {
  yield [path, node];
  if (node.kind === "group") for (const field of node.fields) yield* inside(`${path}.${field.key}`, field.node);
  if (node.kind === "list" || node.kind === "map") yield* inside(`${path}[]`, node.of);
  if (node.kind === "choice")
    for (const option of node.options) if (option.node) yield* inside(`${path}=${option.name}`, option.node);
}

test("there is a schema for each game, and each gives a form", () => {
  expect(schemas).toHaveLength(3);
  for (const schema of schemas) expect(fieldsOf(schema).length).toBeGreaterThan(4);
});

test("every default fits its field, and every first value fits its node", () => {
  for (const schema of schemas) {
    for (const field of fieldsOf(schema)) {
      if (field.default !== undefined) expect(fits(field.node, field.default), field.key).toBe(true);
    }
    for (const [path, node] of nodes(fieldsOf(schema))) expect(fits(node, blank(node)), path).toBe(true);
  }
});

test("options of a choice can be told apart", () => {
  for (const schema of schemas) {
    for (const [path, node] of nodes(fieldsOf(schema))) {
      if (node.kind !== "choice") continue;
      expect(new Set(node.options.map((option) => option.name)).size, path).toBe(node.options.length);
      node.options.forEach((option, i) => {
        expect(
          chosen(node.options, option.word ?? (option.node ? blank(option.node) : null)),
          `${path} ${option.name}`,
        ).toBe(i);
      });
    }
  }
});

test("keys are written as people write", () => {
  expect(human("after-draw")).toBe("After draw");
});
