// Generated from `eights schema http` by `cargo xtask fresh --write`.

/** The result of checking a sheet. */
export interface Checked {
  hash?: string;
  ok: boolean;
  /** All mistakes. */
  problems: Problem[];
  /** The rules in English. */
  text?: string;
}

/** A code by which a person moves to another device. */
export interface Code {
  code: string;
}

/** Whether newcomers may sit down and talk at once. Anybody who knows the code may watch. */
export type Door = "open" | "ask";

/** The JSON body of a refusal. */
export interface ErrorBody {
  /** The reason, for programs. */
  code: RefusalCode;
  /** The reason, in one sentence. */
  error: string;
  /** Every mistake of a rule sheet. */
  problems?: Problem[];
}

/** Everything that is stored about a person. */
export interface Export {
  /** Their finished matches. Others have not ended, and would show hidden cards. */
  matches: ExportedMatch[];
  person: Profile;
  /** The rule sheets that they saved. */
  rules: ExportedSheet[];
  /** The tables that they opened, host, or have a chair at. */
  tables: ExportedTable[];
}

export interface ExportedMatch {
  /** The journal, one JSON object per line: `eights verify` checks it, `eights replay` shows it. */
  journal: string;
  result: Finished;
}

export interface ExportedSheet {
  /** When it was saved, in milliseconds since 1970. */
  at: number;
  game: string;
  name: string;
  sheet: Record<string, unknown>;
}

export interface ExportedTable {
  code: string;
  game: string;
  /** Whether they are the host. */
  host: boolean;
  phase: Phase;
  /** The person's chair. */
  seat: string | null;
  /** The title of its rules. */
  title: string;
}

/** A finished match. */
export interface Finished {
  /** When it ended, in milliseconds since 1970. */
  at: number;
  game: string;
  hash: string;
  id: string;
  /** The names, in seat order. */
  names: string[];
  /** Points by seat. */
  points: Record<string, number>;
  steps: number;
  /** The title of its rules. */
  title: string;
  winners: string[];
  /** The seat of the person who asks; none if they did not play. */
  you: string | null;
}

/** A game and its shipped rule sets. */
export interface Game {
  id: string;
  rules: RuleSetSummary[];
  /** The fewest and the most players over all its rule sets. */
  seats: number[];
  title: string;
}

/** A bot level. */
export interface Level {
  about: string;
  name: string;
}

/** A table as the list of tables and `GET /api/tables/{code}` show it. */
export interface Listed {
  code: string;
  /** Free chairs. */
  free: number;
  /** The name of the host; empty if the host has neither a chair nor founded the table. */
  host: string;
  /** `gathering`, `playing` or `over`. */
  phase: Phase;
  /** What is played: `game`, `name`, `title`, `about` and `hash`. */
  rules: RulesBrief;
  seats: number;
}

export interface Name {
  /** Up to 24 characters; invisible ones are removed. */
  name: string;
}

/** A table to open. */
export interface NewTable {
  /** The levels of bots, by the letters of their chairs. */
  bots?: Record<string, string>;
  /** The game: `crazy-eights`. */
  game: string;
  /** The name of a shipped or saved rule set; empty for the game's default. */
  rules?: string;
  seats: number;
  settings?: Settings | null;
}

/** A table that was opened. */
export interface OpenedTable {
  /** The code by which others join. */
  code: string;
  /** The link to share. */
  url: string;
}

/** What a table is doing. */
export type Phase = "gathering" | "playing" | "over";

/** One mistake with its position and, if there is one, a suggestion. Problems sort in reading order: by file, then by line and column. */
export interface Problem {
  /** The column in characters, 1-based. */
  column?: number;
  /** The file name of the document, or `override`. */
  file: string;
  /** The line, 1-based; `None` if the document was not parsed from text. */
  line?: number;
  /** What is wrong, in plain words. */
  message: string;
  /** The key path, such as `turn.draw`; empty if the problem concerns the whole document. */
  path: string;
  /** The word that was probably meant. */
  suggestion?: string;
}

/** The person behind the cookie. */
export interface Profile {
  /** A public id. */
  id: string;
  /** The name that tables show. */
  name: string;
  /** Seconds since the cookie's token was made. */
  "token-age": number;
}

/** Why something was refused, for programs to decide by. A sentence for people goes with it. Codes never change their meaning, and new ones may be added: a client treats a code that it does not know like `other`. */
export type RefusalCode =
  | "unreadable"
  | "hello-first"
  | "already-greeted"
  | "too-fast"
  | "quota-used-up"
  | "too-long"
  | "empty"
  | "not-your-turn"
  | "illegal"
  | "stale"
  | "match-over"
  | "no-match"
  | "not-now"
  | "no-undo"
  | "hint-pending"
  | "no-hint"
  | "not-seated"
  | "no-such-seat"
  | "seat-taken"
  | "seat-empty"
  | "not-ready"
  | "wrong-number-of-seats"
  | "player-present"
  | "host-only"
  | "not-admitted"
  | "chat-off"
  | "cannot-kick"
  | "no-such-guest"
  | "no-such-level"
  | "no-such-emote"
  | "no-such-card"
  | "no-such-game"
  | "no-such-rules"
  | "no-such-table"
  | "no-such-match"
  | "no-such-link-code"
  | "not-found"
  | "bad-rules"
  | "bad-settings"
  | "bad-name"
  | "no-cookie"
  | "forbidden"
  | "not-supported"
  | "not-saved"
  | "unavailable"
  | "internal"
  | "other";

/** A table in the list: like `GET /api/tables/{code}`, without the description of its rules. */
export interface Row {
  code: string;
  /** Free chairs. */
  free: number;
  /** The name of the host. */
  host: string;
  phase: Phase;
  rules: RowRules;
  seats: number;
}

/** The rules of a table in the list. */
export interface RowRules {
  game: string;
  hash: string;
  name: string;
  title: string;
}

/** A complete rule set. */
export interface RuleSetDetails {
  about: string;
  game: string;
  hash: string;
  name: string;
  /** The fewest and the most players. */
  seats: number[];
  sheet: Record<string, unknown>;
  /** The rules in English. */
  text: string;
  title: string;
}

/** A rule set in a list. */
export interface RuleSetSummary {
  about: string;
  hash: string;
  name: string;
  /** The fewest and the most players. */
  seats: number[];
  source: string;
  title: string;
}

/** Totals of a person's matches by one rule set. */
export interface RuleStats {
  played: number;
  title: string;
  won: number;
}

/** A rule set in short. */
export interface RulesBrief {
  /** A paragraph for players. */
  about: string;
  /** The game: `crazy-eights`. */
  game: string;
  /** The hash of what the rules mean. */
  hash: string;
  /** The rule set's name. */
  name: string;
  /** Its title. */
  title: string;
}

/** A saved rule sheet. */
export interface SavedSheet {
  /** The hash of what the rules mean. */
  hash: string;
  /** The name by which tables refer to it. The same rules under another title have another name. */
  name: string;
}

/** The settings of a table, chosen by its host. */
export interface Settings {
  /** Whether chat is enabled. */
  chat: boolean;
  /** Whether newcomers may sit down and talk at once. */
  door?: Door;
  /** Whether the table is in the public list. */
  public: boolean;
  /** Seconds to answer, from 3 to 86400; none for no clock. */
  "turn-seconds"?: number | null;
}

/** A rule sheet: either as an object, or as TOML or JSON text. */
export interface Sheet {
  sheet?: Record<string, unknown> | null;
  text?: string | null;
}

/** Totals of a person's matches of one game. */
export interface Stats {
  played: number;
  /** Totals by the hash of the rule set. */
  rules: Record<string, RuleStats>;
  won: number;
}

/** Every operation, by its id. */
export interface Operations {
  /** Every game, with its shipped rule sets. */
  listGames: { method: "GET"; path: "/api/games"; body: undefined; answer: Game[] };
  /** Every bot level, weakest first. */
  listLevels: { method: "GET"; path: "/api/levels"; body: undefined; answer: Level[] };
  /** Your finished matches, newest first. */
  listMatches: { method: "GET"; path: "/api/matches"; body: undefined; answer: Finished[] };
  /** One finished match, for anybody who knows its id. */
  showMatch: { method: "GET"; path: "/api/matches/{id}"; body: undefined; answer: Finished };
  /** The journal of a finished match: `eights verify` checks it. */
  showJournal: { method: "GET"; path: "/api/matches/{id}/journal"; body: undefined; answer: string };
  /** Deletes you: your name and your cookie, your chairs at tables, and your name in all matches, where it becomes `Somebody`. Matches of others stay, and their journals stay valid; a bot plays on for you in those that are being played, and tables without anybody else are closed. */
  deleteMe: { method: "DELETE"; path: "/api/me"; body: undefined; answer: undefined };
  /** Returns the person behind the cookie, or creates one on first contact. Sets the cookie again every time, so that it does not expire while it is used. */
  whoAmI: { method: "GET"; path: "/api/me"; body: undefined; answer: Profile };
  /** Changes your name; tables show it after you reconnect. */
  rename: { method: "PUT"; path: "/api/me"; body: Name; answer: Profile };
  /** Moves a person to this device: voids the cookie of the other device and closes its connections. */
  claimLinkCode: { method: "POST"; path: "/api/me/claim"; body: Code; answer: Profile };
  /** Everything that is stored about you: name, tables, rule sheets, and finished matches with their journals. */
  exportMe: { method: "GET"; path: "/api/me/export"; body: undefined; answer: Export };
  /** Makes a link code, which is valid for ten minutes and works once. */
  makeLinkCode: { method: "POST"; path: "/api/me/link"; body: undefined; answer: Code };
  /** Saves a rule sheet for tables on this server. */
  saveRules: { method: "POST"; path: "/api/rules/{game}"; body: Sheet; answer: SavedSheet };
  /** Checks a rule sheet without saving it. */
  checkRules: { method: "POST"; path: "/api/rules/{game}/check"; body: Sheet; answer: Checked };
  /** One rule set, by name. */
  showRules: { method: "GET"; path: "/api/rules/{game}/{rules}"; body: undefined; answer: RuleSetDetails };
  /** The JSON Schema of a game's rule sheets. */
  rulesSchema: { method: "GET"; path: "/api/schema/{game}"; body: undefined; answer: Record<string, unknown> };
  /** Your totals, by game. */
  showStats: { method: "GET"; path: "/api/stats"; body: undefined; answer: Record<string, Stats> };
  /** Public tables, gathering ones first, 50 at a time. */
  listTables: { method: "GET"; path: "/api/tables"; body: undefined; answer: Row[] };
  /** Opens a table. The sender becomes its host and sits on the first free chair. */
  openTable: { method: "POST"; path: "/api/tables"; body: NewTable; answer: OpenedTable };
  /** One table, for anybody who knows its code. */
  lookAtTable: { method: "GET"; path: "/api/tables/{code}"; body: undefined; answer: Listed };
}
