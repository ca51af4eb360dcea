// The pause after a hand at a table with others: who is ready for the next one.
import type { Chair, Room } from "../../generated/wire";
import type { Seat } from "./types";

/** Whether the table waits for the reader, or has waited until the reader was ready. */
export function isAsked(room: Room): boolean {
  return room.pause !== undefined && room.may.includes("ready");
}

/** Whether somebody has seen enough of the hand that is over. */
export function isReady(room: Room, seat: Seat | null): boolean {
  const chair = room.chairs.find((chair) => chair.seat === seat);
  return room.pause !== undefined && chair !== undefined && "person" in chair.who && !isWaitedFor(chair);
}

/** The names of those whom everybody else waits for. */
export function waitedFor(room: Room): string[] {
  if (room.pause === undefined) return [];
  return room.chairs.filter(isWaitedFor).flatMap(({ who }) => ("person" in who ? [who.person.name] : []));
}

function isWaitedFor({ who, ready }: Chair): boolean {
  return "person" in who && who.person.here && who.person.bot === null && !ready;
}
