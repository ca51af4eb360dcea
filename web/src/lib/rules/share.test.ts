// Rules that travel in a link.
import { expect, test } from "vitest";
import { pack, packedIn, unpack } from "./share";

const sheet = {
  extends: "action",
  title: "Grandma’s rules",
  turn: { draw: { "up-to": 3 } },
  cards: { "black A": ["skip"] },
};

test("what is packed comes out the same, and fits into an address", async () => {
  const text = await pack(sheet);
  expect(text).toMatch(/^[\w-]+$/);
  expect(text.length).toBeLessThan(250);
  expect(await unpack(text)).toEqual(sheet);
});

test("a damaged or foreign link is refused", async () => {
  const text = await pack(sheet);
  await expect(unpack(text.slice(0, -9))).rejects.toThrow();
  await expect(unpack("")).rejects.toThrow();
  await expect(unpack("<script>")).rejects.toThrow();
  await expect(unpack(await pack([1] as never))).rejects.toThrow();
});

test("a link that unfolds into something huge is refused", async () => {
  const huge = await pack({ title: "x".repeat(1_000_000) });
  expect(huge.length).toBeLessThan(16_384);
  await expect(unpack(huge)).rejects.toThrow("too much");
});

test("the packed sheet is found behind the hash", () => {
  expect(packedIn("#z=abc")).toBe("abc");
  expect(packedIn("")).toBeNull();
});
