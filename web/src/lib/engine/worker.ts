// The worker in which matches and bots run: the same Rust code as on the server.
import init, {
  Example,
  LocalTable,
  ReplayTable,
  games,
  levels,
  rulesCheck,
  rulesDiff,
  rulesShow,
  verify,
} from "./pkg/eights";
import { VERSION, type Room, type ToClient } from "../../generated/wire";
import { finish, freeSpace, load, remove, save } from "../storage/database";
import { isDeal } from "../table/scene";
import { fastEngine } from "./fast";
import { weightsOf } from "./networks";
import type { JournalHead, WorkerMessage, WorkerApi, WorkerRequest } from "./worker-api";

const tables = new Map<string, LocalTable>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Under which name the last match of a table is kept in the history. */
const finished = new Map<string, string>();
const replays = new Map<string, ReplayTable>();
const pages = new Map<string, Example>();
let speed = 1;
const ready = init();

/** The first message to every table. */
const HELLO = JSON.stringify({ hello: { version: VERSION, words: true } });

/** How long a bot seems to think, so that people can follow. */
const BOT_DELAY = 650;

/** How long cards are on their way when a hand is dealt. */
const DEAL_DELAY = 900;

const read = (text: string): never => JSON.parse(text) as never;
const post = (message: WorkerMessage): void => postMessage(message);

function lookUp<T>(where: Map<string, T>, id: string): T {
  const value = where.get(id);
  if (!value) throw new Error("this table is not open any more");
  return value;
}

async function openTable(id: string, table: LocalTable): Promise<void> {
  clearTimeout(timers.get(id));
  tables.get(id)?.free();
  tables.set(id, table);
  if (table.usesNetwork()) void strengthen(id);
  await publish(id, table.hear(HELLO));
}

/** Gives strong bots the network of their game, and moves the table to the fast engine. Until then they search without. */
async function strengthen(id: string): Promise<void> {
  await loadNetwork(id);
  const fast = await fastEngine();
  const table = tables.get(id);
  // Somebody may have left meanwhile.
  if (!fast || !table) return;
  // As a plain boolean: TypeScript takes the classes of both engines for one.
  const isThere: boolean = table instanceof fast.LocalTable;
  if (isThere) return;
  const moved = fast.LocalTable.load(table.save());
  moved.hear(HELLO);
  tables.set(id, moved);
  table.free();
  await loadNetwork(id);
}

/** Loads the network of a table's game. Until it is there, bots search without it. */
async function loadNetwork(id: string): Promise<void> {
  const table = lookUp(tables, id);
  if (!table.lacksNetwork()) return;
  const { rules } = JSON.parse(table.room()) as Room;
  const weights = await weightsOf(rules.game);
  // Somebody may have left meanwhile.
  if (weights && tables.get(id) === table) table.loadNetwork(weights);
}

/** Stores the table, then tells the page what happened: a reload takes back nothing that somebody has seen. */
async function publish(id: string, texts: string[]): Promise<void> {
  clearTimeout(timers.get(id));
  const messages = texts.map((text) => JSON.parse(text) as ToClient);
  await persist(id);
  if (messages.length > 0) post({ table: id, messages });
  // Nobody plays on while people look at the end of a hand: the page says when they have.
  if (messages.some((one) => "update" in one && one.update["hand-over"] != null && one.update.over == null)) return;
  scheduleBot(id, BOT_DELAY + (messages.some((one) => "update" in one && isDeal(one.update)) ? DEAL_DELAY : 0));
}

/** Lets the next bot answer after a delay, in milliseconds at the usual speed. */
function scheduleBot(id: string, after: number): void {
  clearTimeout(timers.get(id));
  const table = tables.get(id);
  if (!table?.botIsAsked()) return;
  const answer = (): void => {
    const table = tables.get(id);
    if (table) void publish(id, table.tick());
  };
  timers.set(id, setTimeout(answer, after * speed));
}

/** Keeps the table as it is now: it survives a reload, and a finished match goes to the history. */
async function persist(id: string): Promise<void> {
  const table = lookUp(tables, id);
  const room = JSON.parse(table.room()) as Room;
  const names = room.chairs.map(({ who }) => ("nobody" in who ? "" : "person" in who ? who.person.name : who.bot.name));
  const common = { at: Date.now(), game: room.rules.game, title: room.rules.title, names };
  try {
    if (!table.isOver()) {
      await save("games", { id, ...common, step: table.step(), save: table.save() });
      return;
    }
    const people = room.chairs.flatMap(({ who }, i) => ("person" in who ? [i] : []));
    const journal = table.journal();
    const last = JSON.parse(table.hear(HELLO).at(-1) ?? "{}") as ToClient;
    const over = "update" in last ? last.update.over : null;
    finished.set(id, `${id}-${last6(journal)}`);
    await finish(id, {
      id: `${id}-${last6(journal)}`,
      ...common,
      hash: room.rules.hash,
      people,
      winners: over?.winners ?? [],
      points: (over?.points ?? {}) as Record<string, number>,
      steps: table.step(),
      journal,
    });
  } catch (error) {
    const full = error instanceof DOMException && error.name === "QuotaExceededError";
    if (full) await freeSpace().catch(() => undefined);
    post({ error: "storage" });
  }
}

/** The end of a journal's last digest tells two matches at one table apart. */
function last6(journal: string): string {
  return /"digest":"([0-9a-z]{1,6})/.exec(journal.trimEnd().split("\n").at(-1) ?? "")?.[1] ?? "0";
}

const methods: {
  [A in keyof WorkerApi]: (
    ...args: Parameters<WorkerApi[A]>
  ) => ReturnType<WorkerApi[A]> | Promise<ReturnType<WorkerApi[A]>>;
} = {
  games: () => read(games()),
  levels: () => read(levels()),
  show: (game, rules) => read(rulesShow(game, rules)),
  check: (game, text) => read(rulesCheck(game, text)),
  diff: (game, left, right) => read(rulesDiff(game, left, right)),
  verify: (journal) => read(verify(journal)),
  open: (id, request) => openTable(id, LocalTable.open(JSON.stringify(request))),
  load: async (id) => {
    const game = await load("games", id);
    if (!game) throw new Error("gone");
    await openTable(id, LocalTable.load(game.save));
  },
  branch: (id, journal, step, players) =>
    openTable(id, LocalTable.from_journal(journal, step, JSON.stringify(players))),
  hear: async (id, message) => {
    const table = lookUp(tables, id);
    if ("hint" in message) void strengthen(id);
    const kept = finished.get(id);
    const wasOver = table.isOver();
    await publish(id, table.hear(JSON.stringify(message)));
    // A match whose end was taken back is not among the finished ones. The table may be in the fast engine by now.
    if ("undo" in message && wasOver && tables.get(id)?.isOver() === false && kept) await remove("matches", kept);
  },
  leave: (id) => {
    clearTimeout(timers.get(id));
    tables.get(id)?.free();
    tables.delete(id);
  },
  sheet: (id) => (JSON.parse(lookUp(tables, id).journal().split("\n", 1)[0] ?? "{}") as JournalHead).rules,
  nextHand: (id) => scheduleBot(id, BOT_DELAY + DEAL_DELAY),
  pace: (wanted) => {
    speed = wanted;
  },
  replay: (id, journal) => {
    replays.get(id)?.free();
    const replay = ReplayTable.read(journal);
    replays.set(id, replay);
    return read(replay.about());
  },
  replayAt: (id, step, seat) => {
    const replay = lookUp(replays, id);
    return { room: { room: read(replay.room(seat)) }, update: read(replay.at(step, seat)) };
  },
  example: (id, game, page, line) => {
    pages.get(id)?.free();
    const example = Example.open(game, page, line);
    pages.set(id, example);
    return { steps: example.steps(), lines: read(example.lines()) };
  },
  exampleAt: (id, step, seat) => read(lookUp(pages, id).at(step, seat)),
  examplePlayOn: (id, step, name, level, seed) => read(lookUp(pages, id).playOn(step, name, level, seed)),
};

onmessage = async (event: MessageEvent<WorkerRequest>) => {
  const { n, method, args } = event.data;
  try {
    await ready;
    const run = methods[method] as (...args: unknown[]) => unknown;
    post({ n, is: await run(...args) });
  } catch (error) {
    post({ n, failed: error instanceof Error ? error.message : String(error) });
  }
};
