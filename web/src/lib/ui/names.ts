// What the people and bots at a table are called.
import type { Room } from "../../generated/wire";

/** The level of the bot that plays for the person on a seat; null while nobody's place is taken. */
export function standInFor(room: Room, seat: string | null): string | null {
  const who = room.chairs.find((chair) => chair.seat === seat)?.who;
  return who && "person" in who && room.phase === "playing" ? who.person.bot : null;
}

/** How many turns in a row ran out of time for the person on a seat. */
export function missedOn(room: Room, seat: string | null): number {
  const who = room.chairs.find((chair) => chair.seat === seat)?.who;
  return who && "person" in who && room.phase === "playing" ? who.person.missed : 0;
}

export function nameOf(room: Room, seat: string | null): string {
  const who = room.chairs.find((chair) => chair.seat === seat)?.who;
  if (!who || "nobody" in who) return seat ?? "";
  return "person" in who ? who.person.name : who.bot.name;
}
