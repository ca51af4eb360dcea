// Opens tables in this browser, each with a random seed and an address.
import type { OpenRequest, Player } from "./engine/worker-api";
import { go } from "./route.svelte";

/** Requests for tables, which the page at their address opens. */
export const pendingTables = new Map<string, TableRequest>();

export type TableRequest =
  { kind: "open"; request: OpenRequest } | { kind: "branch"; journal: string; step: number; players: Player[] };

/** 64 hexadecimal digits from the browser's own generator. */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A short name for a table. */
export function randomId(): string {
  return randomSeed().slice(0, 10);
}

/** Loads the code of the table and of a game before the deal. */
export function preloadTable(game: string): void {
  const parts = [import("../pages/Local.svelte"), import("./table/load-game").then(({ loadGame }) => loadGame(game))];
  void Promise.allSettled(parts);
}

/** Goes to a new table. */
export function startTable(request: TableRequest, replace = false): void {
  const id = randomId();
  pendingTables.set(id, request);
  go(`/play/${id}`, replace);
}

/** The players of a solo or pass-and-play game: people first, then bots. */
export function seatPlayers(seats: number, names: readonly string[], level: string): Player[] {
  const people: Player[] = names.slice(0, seats).map((name) => ({ person: { name } }));
  const bots = Math.max(0, seats - people.length);
  return [...people, ...Array.from({ length: bots }, (): Player => ({ bot: { level } }))];
}
