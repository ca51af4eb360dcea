// What a gathering table waits for: who deals, who is not ready yet, which chairs are free.
import type { Chair, Room } from "../../generated/wire";

export interface Lobby {
  /** The name of the host, while the host is on a chair. */
  host: string;
  /** Whether the reader is the host. */
  isHost: boolean;
  /** Names of the people who are not ready, without host and reader. */
  unready: string[];
  free: number;
  /** Nothing is missing but the host's word. */
  complete: boolean;
}

/** A person counts as ready, but the host, who deals. */
export function lobbyOf(room: Room): Lobby {
  const people = room.chairs.flatMap((chair) =>
    "person" in chair.who ? [{ ...chair.who.person, seat: chair.seat, ready: chair.ready }] : [],
  );
  const host = people.find((person) => person.host);
  const waited = people.filter((person) => !person.host && !person.ready);
  const free = room.chairs.filter(({ who }) => "nobody" in who).length;
  return {
    host: host?.name ?? "",
    isHost: room.may.includes("start"),
    unready: waited.filter(({ seat }) => seat !== room.you).map(({ name }) => name),
    free,
    complete: free === 0 && waited.length === 0,
  };
}

/** The chairs as the reader sees them: clockwise from the left, without the own one. */
export function othersAround(room: Room): Chair[] {
  const at = room.chairs.findIndex(({ seat }) => seat === room.you);
  return at < 0 ? room.chairs : [...room.chairs.slice(at + 1), ...room.chairs.slice(0, at)];
}

/** A code in two groups, as it is read aloud. */
export function readAloud(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)} ${code.slice(half)}`.trim();
}
