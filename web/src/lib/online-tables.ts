// Tables of the server at which this browser has a seat, kept so that a game that was left can be found again.
import { ApiError, api } from "./api/api";
import { readStored, writeStored } from "./local-storage";

export interface OnlineTable {
  code: string;
  at: number;
  game: string;
  title: string;
}

const KEY = "eights.tables";
const MAX_TABLES = 8;

const stored = (): OnlineTable[] => readStored<OnlineTable[]>(KEY, []);

export function rememberTable(table: Omit<OnlineTable, "at">): void {
  const others = stored().filter(({ code }) => code !== table.code);
  writeStored(KEY, [{ ...table, at: Date.now() }, ...others].slice(0, MAX_TABLES));
}

export function forgetTable(code: string): void {
  const tables = stored();
  if (tables.some((table) => table.code === code))
    writeStored(
      KEY,
      tables.filter((table) => table.code !== code),
    );
}

/** The tables that can still be played at, newest first. Without an answer of the server all of them may be. */
export async function unfinishedTables(): Promise<OnlineTable[]> {
  const tables = stored();
  const playable = await Promise.all(tables.map(isPlayable));
  tables.filter((_, i) => !playable[i]).forEach(({ code }) => forgetTable(code));
  return tables.filter((_, i) => playable[i]);
}

async function isPlayable({ code }: OnlineTable): Promise<boolean> {
  try {
    return (await api.table(code)).phase !== "over";
  } catch (error) {
    return !(error instanceof ApiError && error.status === 404);
  }
}
