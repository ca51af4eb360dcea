// House rules as changes of a base set.
import { expect, test } from "vitest";
import type { Field } from "./schema";
import { change, changes, holds, problemsAt, same, unset } from "./sheet";

const turn: Field = {
  key: "turn",
  about: "",
  required: false,
  default: { draw: "one", duty: "must" },
  node: {
    kind: "group",
    fields: [
      { key: "draw", about: "", required: false, default: "one", node: { kind: "text", optional: false } },
      {
        key: "plays",
        about: "",
        required: false,
        default: 1,
        node: { kind: "number", min: 1, max: 4, optional: false },
      },
    ],
  },
};

test("a change holds, the base holds otherwise, and the default last", () => {
  const base = { turn: { draw: "until-playable" } };
  expect(holds({ turn: { draw: "one" } }, base, turn, "draw")).toBe("one");
  expect(holds({}, base, turn, "draw")).toBe("until-playable");
  expect(holds({}, base, turn, "plays")).toBe(1);
});

test("going back to the base is no change", () => {
  const base = { turn: { draw: "one" } };
  const changed = change({ extends: "basic" }, base, turn, "draw", { "up-to": 3 });
  expect(changed).toEqual({ extends: "basic", turn: { draw: { "up-to": 3 } } });
  expect(changes(changed)).toBe(1);
  expect(change(changed, base, turn, "draw", "one")).toEqual({ extends: "basic" });
});

test("the order of keys does not matter", () => {
  expect(same({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(same({ a: 1 }, { a: 2 })).toBe(false);
});

test("problems stand at their field", () => {
  const problems = [
    { path: 'cards."black A"[0]', message: "x" },
    { path: "turn.draw", message: "y" },
    { path: "turn.draws", message: "z" },
  ];
  expect(problemsAt(problems, "turn.draw").map((one) => one.message)).toEqual(["y"]);
  expect(problemsAt(problems, "cards.black A").map((one) => one.message)).toEqual(["x"]);
});

test("an entry that is taken out leaves no trace", () => {
  expect(unset({ extends: "basic", turn: { draw: "one", plays: 2 } }, turn, "plays")).toEqual({
    extends: "basic",
    turn: { draw: "one" },
  });
  expect(unset({ extends: "basic", turn: { plays: 2 } }, turn, "plays")).toEqual({ extends: "basic" });
});
