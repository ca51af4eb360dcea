import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { seatPlayers, randomSeed } from "./start-table";
import { LocalTable, initSync } from "./engine/pkg/eights";
import type { OpenRequest } from "./engine/worker-api";
import { placeholderRoom } from "./placeholder-room";
import { RULES } from "./games";
import type { Room } from "../generated/wire";

/** Bots get their names from the engine, and the match its id. What rules are about is shown in lobbies only. */
const nameless = (room: Room): Room => ({
  ...room,
  rules: { ...room.rules, about: "" },
  "match-id": null,
  chairs: room.chairs.map((chair) => ({
    ...chair,
    who: "bot" in chair.who ? { bot: { ...chair.who.bot, name: "" } } : chair.who,
  })),
});

test("the placeholder equals the room that the engine opens, but for names of bots", () => {
  initSync({ module: readFileSync(new URL("./engine/pkg/eights_bg.wasm", import.meta.url)) });
  for (const { game, name, seats } of RULES) {
    const request: OpenRequest = {
      game,
      rules: name,
      chairs: seatPlayers(seats[0], ["Ann"], "newcomer"),
      seed: randomSeed(),
    };
    const opened = JSON.parse(LocalTable.open(JSON.stringify(request)).room()) as Room;
    expect(placeholderRoom(request)).toEqual(nameless(opened));
  }
});

test("house rules have their own title; people who share a screen get no placeholder", () => {
  const request: OpenRequest = {
    game: "crazy-eights",
    rules: { extends: "basic", title: "Ours" },
    chairs: seatPlayers(2, ["Ann"], "newcomer"),
    seed: "",
  };
  expect(placeholderRoom(request)?.rules.title).toBe("Ours");
  expect(placeholderRoom({ ...request, chairs: seatPlayers(2, ["Ann", "Bo"], "newcomer") })).toBeNull();
});
