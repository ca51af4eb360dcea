// What the people and bots at a table are called.
import type { Room } from "../wire";

export function nameOf(room: Room, seat: string | null): string {
  const who = room.chairs.find((chair) => chair.seat === seat)?.who;
  if (!who || "nobody" in who) return seat ?? "";
  return "person" in who ? who.person.name : who.bot.name;
}
