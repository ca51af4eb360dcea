// What the page and the engine's worker say to each other.
import type { ToClient, ToServer } from "../wire";

/** Who sits on a chair of a table in this browser. */
export type Sitter = { person: { name: string } } | { bot: { level: string } };

/** What a table in this browser is opened with. */
export interface Open {
  game: string;
  /** A shipped rule set, or a whole sheet. */
  rules: string | Record<string, unknown>;
  chairs: Sitter[];
  seed: string;
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

export interface RulesWrong {
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

/** What the engine can be asked. Each is a function of the worker of the same name. */
export interface Asks {
  games(): unknown;
  levels(): { name: string; about: string }[];
  schema(game: string): unknown;
  show(game: string, rules: string): RulesShown | RulesWrong;
  check(game: string, text: string): RulesShown | RulesWrong;
  diff(game: string, left: string, right: string): { ok: true; differences: Difference[] } | RulesWrong;
  verify(journal: string): { ok: true; steps: number; over: boolean; hash: string } | { ok: false; why: string };
  open(id: string, request: Open): void;
  load(id: string): void;
  branch(id: string, journal: string, step: number, sitters: Sitter[]): void;
  hear(id: string, message: ToServer): void;
  leave(id: string): void;
  pace(speed: number): void;
  replay(id: string, journal: string): ReplayAbout;
  replayAt(id: string, step: number, seat: string): { room: ToClient; update: ToClient };
  example(id: string, game: string, page: string, line: number): { steps: number; lines: ExampleLine[] };
  exampleAt(id: string, step: number, seat: string): ExampleAt;
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

export interface Question {
  n: number;
  ask: keyof Asks;
  with: unknown[];
}

export type Answer =
  | { n: number; is: unknown }
  | { n: number; failed: string }
  /** Something that a table said by itself. */
  | { table: string; said: ToClient[] }
  /** Nothing can be kept any more. */
  | { trouble: "storage" };
