// What the server is asked over HTTP. Everything works without it but tables with others.
import type { Problem } from "../engine/talk";
import type { RulesBrief, Settings } from "../wire";

/** Why the server did not do it. Status 0: it did not answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

export interface Me {
  id: string;
  name: string;
}

export interface OpenTable {
  code: string;
  rules: Omit<RulesBrief, "about">;
  seats: number;
  free: number;
  phase: string;
  host: string;
}

export interface MatchBrief {
  id: string;
  game: string;
  title: string;
  hash: string;
  at: number | string;
  names: string[];
  you: string | null;
  winners: string[];
  points: Record<string, number>;
  steps: number;
}

export interface NewTable {
  game: string;
  rules: string;
  seats: number;
  settings: Settings;
  bots: Record<string, string>;
}

async function call<T>(method: string, path: string, body?: unknown, known = false): Promise<T> {
  const headers: Record<string, string> = { "X-Eights": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const about: RequestInit = { method, headers, credentials: "same-origin", signal: AbortSignal.timeout(10_000) };
  if (body !== undefined) about.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, about);
  } catch {
    throw new ApiError(0, "the server does not answer");
  }
  if (answer.status === 401 && !known && path !== "/api/me") {
    // First contact: whoever asks who they are becomes somebody.
    await call<Me>("GET", "/api/me");
    return call<T>(method, path, body, true);
  }
  const kind = answer.headers.get("content-type") ?? "";
  if (!answer.ok) {
    const said = kind.includes("json") ? ((await answer.json()) as { error?: string; problems?: Problem[] }) : {};
    throw new ApiError(answer.status, said.error ?? answer.statusText, said.problems);
  }
  if (answer.status === 204) return undefined as T;
  if (kind.includes("json")) return (await answer.json()) as T;
  const text = await answer.text();
  // A plain file server answers every address with the page: then there is no table server behind it.
  if (kind.includes("html")) throw new ApiError(0, "there is no server for tables here");
  return text as T;
}

export const api = {
  me: () => call<Me>("GET", "/api/me"),
  rename: (name: string) => call<Me>("PUT", "/api/me", { name }),
  link: () => call<{ code: string }>("POST", "/api/me/link", {}),
  claim: (code: string) => call<Me>("POST", "/api/me/claim", { code }),
  tables: (page: number) => call<OpenTable[]>("GET", `/api/tables?page=${page}`),
  table: (code: string) => call<OpenTable>("GET", `/api/tables/${encodeURIComponent(code)}`),
  newTable: (table: NewTable) => call<{ code: string; url: string }>("POST", "/api/tables", table),
  saveRules: (game: string, sheet: unknown) => call<{ name: string; hash: string }>("POST", `/api/rules/${game}`, { sheet }),
  matches: (before?: string) =>
    call<MatchBrief[]>("GET", `/api/matches${before ? `?before=${encodeURIComponent(before)}` : ""}`),
  journal: (id: string) => call<string>("GET", `/api/matches/${encodeURIComponent(id)}/journal`),
};
