import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import printed from "../../generated/cards.json";
import { pictureOf } from "./pictures";

const folder = new URL("./pictures/", import.meta.url);
const names = readdirSync(folder);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

test("every card that comes with the game has a picture of its own", () => {
  expect(names.map((name) => name.replace(".svg", "")).sort()).toEqual(Object.keys(printed).sort());
  const drawn = Object.keys(printed).map((code) => pictureOf(code));
  expect(drawn).not.toContain(null);
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(pictureOf("death~2")).toBe(pictureOf("death"));
  expect(pictureOf("sea-of-tea")).toBeNull();
});

test("a picture is small, stands alone and asks for nothing", () => {
  for (const name of names) {
    const svg = read(name);
    expect(svg.length, name).toBeLessThanOrEqual(6 * 1024);
    expect(svg, name).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 120 90">/);
    expect(svg, name).not.toMatch(/\bid=|href|style|<script|<text|<!--/);
  }
});

test("one piece of lamp yellow at least, on the thing that acts", () => {
  for (const name of names) expect(read(name), name).toContain("#ffcb3d");
});

test("all pictures together are small enough to be loaded with the game", () => {
  expect(gzipSync(names.map(read).join(""), { level: 9 }).length).toBeLessThan(20_000);
});
