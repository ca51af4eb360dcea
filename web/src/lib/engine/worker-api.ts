// The messages between the page and the engine's worker.
import type { ToClient, ToServer } from "../../generated/wire";

/** A player of a table in this browser. */
export type Player = { person: { name: string } } | { bot: { level: string } };

/** How to open a table in this browser. */
export interface OpenRequest {
  game: string;
  /** A shipped rule set, or a whole sheet. */
  rules: string | Record<string, unknown>;
  chairs: Player[];
  seed: string;
  /** Where play begins instead of a deal, and what was answered since, as the engine wrote it. */
  position?: unknown;
  answers?: unknown;
}

/** One mistake in a sheet. */
export interface Problem {
  file?: string;
  path: string;
  line?: number;
  column?: number;
  message: string;
  suggestion?: string;
}

export interface RulesShown {
  ok: true;
  game: string;
  name: string;
  title: string;
  about: string;
  source: string;
  hash: string;
  seats: [number, number];
  sheet: Record<string, unknown>;
  topics: { title: string; text: string }[];
  warnings: string[];
}

export interface InvalidRules {
  ok: false;
  problems: Problem[];
}

export interface Difference {
  title: string;
  left: string | null;
  right: string | null;
}

/** The head of a journal, as far as the page cares. */
export interface JournalHead {
  game: string;
  seats: number;
  hash: string;
  names?: string[];
  rules: Record<string, unknown>;
  seed: string;
}

export interface ReplayAbout {
  head: JournalHead;
  steps: number;
  over: boolean;
  entries: { step: number; by: string; do: string; digest: string }[];
}

/** The methods of the worker. */
export interface WorkerApi {
  games(): unknown;
  levels(): { name: string; about: string }[];
  show(game: string, rules: string): RulesShown | InvalidRules;
  check(game: string, text: string): RulesShown | InvalidRules;
  diff(game: string, left: string, right: string): { ok: true; differences: Difference[] } | InvalidRules;
  verify(journal: string): { ok: true; steps: number; over: boolean; hash: string } | { ok: false; why: string };
  open(id: string, request: OpenRequest): void;
  load(id: string): void;
  branch(id: string, journal: string, step: number, players: Player[]): void;
  hear(id: string, message: ToServer): void;
  leave(id: string): void;
  /** The rules of an open table, with everything that they extend. */
  sheet(id: string): Record<string, unknown>;
  /** Lets the bots of an open table go on after the end of a hand. */
  nextHand(id: string): void;
  pace(speed: number): void;
  replay(id: string, journal: string): ReplayAbout;
  replayAt(id: string, step: number, seat: string): { room: ToClient; update: ToClient };
  example(id: string, game: string, page: string, line: number): { steps: number; lines: ExampleLine[] };
  exampleAt(id: string, step: number, seat: string): ExampleAt;
  /** A table that goes on from the given line of an example, with a person in the seat to move. */
  examplePlayOn(id: string, step: number, name: string, level: string, seed: string): OpenRequest;
}

export interface ExampleLine {
  line: number;
  kind: "act" | "refused" | "asks" | "so";
  seat?: string;
  say?: string;
  why?: string;
}

export interface ExampleAt {
  game: string;
  seats: number;
  update: Extract<ToClient, { update: unknown }>["update"];
}

export interface WorkerRequest {
  n: number;
  method: keyof WorkerApi;
  args: unknown[];
}

export type WorkerMessage =
  | { n: number; is: unknown }
  | { n: number; failed: string }
  /** Something that a table said by itself. */
  | { table: string; messages: ToClient[] }
  /** Nothing can be kept any more. */
  | { error: "storage" };
