// The log of a table: shortening it, and storing it across reloads.

import { cardEventOf, type TableEvent } from "../narrate/events";

/** What was told at one step. */
export interface Entry {
  step: number;
  lines: string[];
}

/** The number of entries kept. */
const MOST = 300;

/** The log with what was told at a step; what came after it did not happen. */
export function noted(log: readonly Entry[], step: number, lines: string[]): Entry[] {
  const before = log.filter((entry) => entry.step < step);
  return lines.length > 0 ? [...before, { step, lines }].slice(-MOST) : before;
}

/** The log as it is read: a repeated line, such as drawing again and again, appears once with a count. */
export function rolled(log: readonly Entry[]): (Entry & { times: number })[] {
  const found: (Entry & { times: number })[] = [];
  for (const entry of log) {
    const last = found.at(-1);
    if (last?.lines.length === 1 && entry.lines.length === 1 && last.lines[0] === entry.lines[0]) last.times += 1;
    else found.push({ ...entry, times: 1 });
  }
  return found;
}

/** The newest sentences, the last one last. */
export function lastLines(log: readonly Entry[], most: number): string[] {
  return rolled(log.slice(-3 * most))
    .flatMap(({ lines, times }) => (times > 1 ? lines.map((line) => `${line} × ${times}`) : lines))
    .slice(-most);
}

/** The log of a table as this tab has kept it. */
export function loadLog(table: string): Entry[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, Entry[]>;
    return kept[table] ?? [];
  } catch {
    return [];
  }
}

/** Keeps the logs of the table that is sat at, one for everybody who shares the screen. */
export function saveLog(table: string, log: readonly Entry[]): void {
  if (table === "") return;
  const same = (other: string): boolean => other.split(" ")[0] === table.split(" ")[0];
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, Entry[]>;
    const here = Object.fromEntries(Object.entries(kept).filter(([other]) => same(other)));
    sessionStorage.setItem(KEY, JSON.stringify({ ...here, [table]: log }));
  } catch {
    // Without storage the log begins anew; nothing else is lost.
  }
}

const KEY = "eights.log";

/** The events of a step in which cards were dealt: what came before the deal, and after it. */
export function aroundDeal(events: readonly TableEvent[]): {
  before: readonly TableEvent[];
  after: readonly TableEvent[];
} {
  const at = events.findIndex(isDealt);
  if (at < 0) return { before: events, after: [] };
  return {
    before: events.slice(0, at),
    after: events.slice(at).filter((event) => !isDealt(event) && !isPartners(event)),
  };
}

/** Partners see each other's cards; showing a hand that was just dealt needs no line. */
function isPartners(event: TableEvent): boolean {
  const inner = cardEventOf(event);
  return inner !== null && "shown" in inner && inner.shown.at.startsWith("hand ");
}

function isDealt(event: TableEvent): boolean {
  const inner = cardEventOf(event);
  return inner !== null && "moved" in inner && inner.moved.from === "stock" && inner.moved.to.startsWith("hand ");
}
