import { expect, test } from "vitest";
import { ANIMALS, EYES, animalOf } from "./bots";

test("the bots that play most have a face of their own each", () => {
  const faces = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo"].map(animalOf);
  expect(new Set(faces).size).toBe(ANIMALS.length);
});

test("every bot has a face, always the same one, and every face has eyes", () => {
  for (const name of ["Ida", "Jon", "Pia", "", "Ünlü"]) {
    expect(ANIMALS).toContain(animalOf(name));
    expect(animalOf(name)).toBe(animalOf(name));
  }
  for (const animal of ANIMALS) expect(EYES[animal].left).toBeLessThan(EYES[animal].right);
});
