import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chairs, freshSeed } from "./deal";
import { LocalTable, initSync } from "./engine/pkg/eights";
import type { Open } from "./engine/talk";
import { expectedRoom } from "./expected";
import { RULES } from "./games";
import type { Room } from "./wire";

/** Bots get their names from the engine, and the match its id. */
const nameless = (room: Room): Room => ({
  ...room,
  "match-id": null,
  chairs: room.chairs.map((chair) => ({ ...chair, who: "bot" in chair.who ? { bot: { ...chair.who.bot, name: "" } } : chair.who })),
});

test("the table that is laid before the engine has opened it is the one that the engine opens", () => {
  initSync({ module: readFileSync(new URL("./engine/pkg/eights_bg.wasm", import.meta.url)) });
  for (const { game, name, seats } of RULES) {
    const request: Open = { game, rules: name, chairs: chairs(seats[0], ["Ann"], "newcomer"), seed: freshSeed() };
    const opened = JSON.parse(LocalTable.open(JSON.stringify(request)).room()) as Room;
    expect(expectedRoom(request)).toEqual(nameless(opened));
  }
});

test("house rules bear their own title; before a curtain nothing is laid", () => {
  const request: Open = { game: "crazy-eights", rules: { extends: "basic", title: "Ours" }, chairs: chairs(2, ["Ann"], "newcomer"), seed: "" };
  expect(expectedRoom(request)?.rules.title).toBe("Ours");
  expect(expectedRoom({ ...request, chairs: chairs(2, ["Ann", "Bo"], "newcomer") })).toBeNull();
});
