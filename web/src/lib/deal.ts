// Opening a table in this browser: a seed nobody knows, and an address of its own.
import type { Open, Sitter } from "./engine/talk";
import { go } from "./route.svelte";
import type { GameId } from "./table/types";

/** Tables that are about to be opened by the page they lead to. */
export const requests = new Map<string, Begin>();

export type Begin =
  | { kind: "open"; request: Open }
  | { kind: "branch"; journal: string; step: number; sitters: Sitter[] };

/** 64 hexadecimal digits from the browser's own generator. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A short name for a table. */
export function freshId(): string {
  return freshSeed().slice(0, 10);
}

/** Fetches the table and the board of a game, so that they are at hand when somebody deals. */
export function fetchTable(game: string): void {
  const parts = [import("../pages/Local.svelte"), import("./table/boards").then((boards) => boards.loadBoard(game as GameId))];
  void Promise.allSettled(parts);
}

/** Goes to a new table. */
export function begin(what: Begin, replace = false): void {
  const id = freshId();
  requests.set(id, what);
  go(`/play/${id}`, replace);
}

/** The chairs of a solo or pass-and-play game: people first, bots on the others. */
export function chairs(seats: number, names: readonly string[], level: string): Sitter[] {
  const people: Sitter[] = names.slice(0, seats).map((name) => ({ person: { name } }));
  const bots = Math.max(0, seats - people.length);
  return [...people, ...Array.from({ length: bots }, (): Sitter => ({ bot: { level } }))];
}
