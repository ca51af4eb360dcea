import { expect, test } from "vitest";
import type { Chair, Room } from "../../generated/wire";
import { lobbyOf, othersAround, readAloud } from "./lobby";

const person = (seat: string, name: string, ready: boolean, host = false): Chair => ({
  seat,
  ready,
  who: { person: { guest: seat, name, here: true, host, bot: null, missed: 0 } },
});
const room = (chairs: Chair[], you: string | null, may: Room["may"] = []): Room =>
  ({ chairs, you, may }) as unknown as Room;
const anna = person("A", "Anna", false, true);
const free: Chair = { seat: "D", ready: false, who: { nobody: {} } };

test("the host need not be ready, everybody else must", () => {
  const jonas = person("B", "Jonas", false);
  expect(lobbyOf(room([anna, jonas], "A", ["start"]))).toEqual({
    host: "Anna",
    isHost: true,
    unready: ["Jonas"],
    free: 0,
    complete: false,
  });
  expect(lobbyOf(room([anna, { ...jonas, ready: true }], "A", ["start"])).complete).toBe(true);
});

test("the reader is not among those who are waited for by name, and free chairs are counted", () => {
  const mia = person("C", "Mia", false);
  expect(lobbyOf(room([anna, mia, free], "C"))).toMatchObject({ isHost: false, unready: [], free: 1, complete: false });
});

test("the others sit clockwise from the left of the reader", () => {
  const chairs = [anna, person("B", "Ben", true), person("C", "Cleo", true)];
  expect(othersAround(room(chairs, "B")).map(({ seat }) => seat)).toEqual(["C", "A"]);
  expect(othersAround(room(chairs, null)).map(({ seat }) => seat)).toEqual(["A", "B", "C"]);
});

test("a code is read in two groups", () => {
  expect(readAloud("UB2TYJ")).toBe("UB2 TYJ");
  expect(readAloud("CNDJ3U7K")).toBe("CNDJ 3U7K");
});
