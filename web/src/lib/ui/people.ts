// Everybody else at a table, on chairs and watching, with what can be done about them.
import type { Room } from "../../generated/wire";

export interface Other {
  guest: string;
  name: string;
  watches: boolean;
  /** Whether they wait for the host to let them in. */
  waits: boolean;
  /** Whether the reader may send them away now. */
  kickable: boolean;
}

export function othersAt(room: Room): Other[] {
  const may = room.may.includes("kick");
  const seated = room.chairs.flatMap(({ who }) =>
    "person" in who
      ? [
          {
            guest: who.person.guest,
            name: who.person.name,
            watches: false,
            waits: false,
            kickable: may && room.phase !== "playing",
          },
        ]
      : [],
  );
  const watching = room.watching.map(({ guest, name, waits }) => ({
    guest,
    name,
    watches: true,
    waits,
    kickable: may,
  }));
  // Somebody who stood up during a match watches, and still has the chair.
  const chairs = new Set(seated.map(({ guest }) => guest));
  return [...seated, ...watching.filter(({ guest }) => !chairs.has(guest))].filter(({ guest }) => guest !== room.guest);
}
