import { expect, test } from "vitest";
import { tapes } from "./fixtures";
import { emptyScene, others, own, sceneOf } from "./scene";
import { gameOn } from "./fixtures/games";
import type { Update } from "./types";

test("the team on turn tells who plays with whom", () => {
  const { room, updates } = tapes.crazier4;
  const update = updates[0] as Update;
  const teams = (team: string[]): number[] =>
    sceneOf(gameOn(tapes.crazier4), room, {
      ...update,
      view: { ...(update.view as object), team } as unknown as Update["view"],
    }).seats.map((seat) => seat.team);
  expect(teams(["B"])).toEqual([0, 0, 0, 0]);
  expect(teams(["B", "D"])).toEqual([1, 2, 1, 2]);
});

test("partners of Crazy Eights are those the view names", () => {
  const { room, updates } = tapes.classic4;
  const update = updates[0] as Update;
  const teams = (teams?: string[][]): number[] =>
    sceneOf(gameOn(tapes.classic4), room, {
      ...update,
      view: { ...(update.view as object), ...(teams ? { teams } : {}) } as unknown as Update["view"],
    }).seats.map((seat) => seat.team);
  expect(teams()).toEqual([0, 0, 0, 0]);
  expect(
    teams([
      ["A", "C"],
      ["B", "D"],
    ]),
  ).toEqual([1, 2, 1, 2]);
});

test("before the deal everybody has sat down and nobody holds anything", () => {
  for (const { room } of Object.values(tapes)) {
    const scene = emptyScene(room);
    expect(scene.seats).toHaveLength(room.chairs.length);
    expect([own(scene)?.seat ?? null, scene.asks, scene.turn]).toEqual([room.you, null, null]);
    expect([
      ...scene.seats.flatMap((seat) => [...seat.hand, ...seat.inPlay]),
      ...scene.stock,
      ...scene.discard,
    ]).toEqual([]);
    expect(others(scene)).toHaveLength(room.chairs.length - (room.you === null ? 0 : 1));
  }
});
