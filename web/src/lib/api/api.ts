// The server's HTTP API. Without a server everything but tables with other people still works.
import { readStored, writeStored } from "../local-storage";
import type { ErrorBody, Operations, Problem, RefusalCode } from "../../generated/api";

/** Why the server did not do it. Status 0: it did not answer at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code: RefusalCode = "other",
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

export type { Finished, Row } from "../../generated/api";

/** Whether the server knows this browser. Its cookie cannot be read here, and asking without one is an error on the console. */
const KNOWN = "eights.known";

type Answer<Id extends keyof Operations> = Operations[Id]["answer"];

/** Makes the request of an operation; its path has no parameters any more. */
async function call<Id extends keyof Operations>(
  method: Operations[Id]["method"],
  path: string,
  body?: Operations[Id]["body"],
  again = false,
): Promise<Answer<Id>> {
  const asksWho = path === "/api/me" && method === "GET";
  if (!asksWho && !OPEN_TO_ALL.test(`${method} ${path}`) && !readStored(KNOWN, false)) await api.me();
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
  if (answer.status === 401 && !again && !asksWho) {
    // The cookie is gone or too old: become somebody new.
    await api.me();
    return call<Id>(method, path, body, true);
  }
  if (answer.ok && asksWho) writeStored(KNOWN, true);
  const kind = answer.headers.get("content-type") ?? "";
  if (!answer.ok) {
    const refusal = kind.includes("json") ? ((await answer.json()) as Partial<ErrorBody>) : {};
    throw new ApiError(answer.status, refusal.error ?? answer.statusText, refusal.code, refusal.problems);
  }
  if (kind.includes("json")) return (await answer.json()) as Answer<Id>;
  const text = await answer.text();
  // A plain file server answers every address with the page: then there is no table server behind it.
  if (kind.includes("html")) throw new ApiError(0, "there is no server for tables here");
  return text as Answer<Id>;
}

/** What can be asked without being anybody. */
const OPEN_TO_ALL = /^GET \/api\/(tables|rules|games|levels)\b/;

export const api = {
  me: () => call<"whoAmI">("GET", "/api/me"),
  rename: (name: string) => call<"rename">("PUT", "/api/me", { name }),
  link: () => call<"makeLinkCode">("POST", "/api/me/link"),
  claim: (code: string) => call<"claimLinkCode">("POST", "/api/me/claim", { code }),
  deleteMe: async () => {
    await call<"deleteMe">("DELETE", "/api/me");
    writeStored(KNOWN, false);
  },
  tables: (page: number) => call<"listTables">("GET", `/api/tables?page=${page}`),
  table: (code: string) => call<"lookAtTable">("GET", `/api/tables/${encodeURIComponent(code)}`),
  newTable: (table: Operations["openTable"]["body"]) => call<"openTable">("POST", "/api/tables", table),
  saveRules: (game: string, sheet: Record<string, unknown>) =>
    call<"saveRules">("POST", `/api/rules/${game}`, { sheet }),
  rules: (game: string, name: string) => call<"showRules">("GET", `/api/rules/${game}/${encodeURIComponent(name)}`),
  /** The newest matches, or those that ended before a moment (milliseconds since 1970). */
  matches: async (before?: number) => {
    // Somebody whom the server has never seen has played nothing there.
    if (!readStored(KNOWN, false)) return [];
    return call<"listMatches">("GET", before === undefined ? "/api/matches" : `/api/matches?before=${before}`);
  },
  journal: (id: string) => call<"showJournal">("GET", `/api/matches/${encodeURIComponent(id)}/journal`),
};
