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
  schema,
  verify,
} from "./pkg/eights";
import { VERSION, type Room, type ToClient } from "../wire";
import { forget, keep, kept, makeRoom } from "../keep/db";
import { isDeal } from "../table/scene";
import type { Answer, Asks, Question } from "./talk";

const tables = new Map<string, LocalTable>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const replays = new Map<string, ReplayTable>();
const pages = new Map<string, Example>();
let speed = 1;
const ready = init();

/** How long a bot seems to think, so that people can follow. */
const THINKS = 650;

/** How long cards are on their way when a hand is dealt. */
const DEALS = 900;

const read = (text: string): never => JSON.parse(text) as never;
const post = (answer: Answer): void => postMessage(answer);

function found<T>(where: Map<string, T>, id: string): T {
  const it = where.get(id);
  if (!it) throw new Error("this table is not open any more");
  return it;
}

function seat(id: string, table: LocalTable): void {
  clearTimeout(timers.get(id));
  tables.get(id)?.free();
  tables.set(id, table);
  tell(id, table.hear(JSON.stringify({ hello: { version: VERSION, words: true } })));
}

function tell(id: string, texts: string[]): void {
  const said = texts.map((text) => JSON.parse(text) as ToClient);
  if (said.length > 0) post({ table: id, said });
  void put(id);
  wind(id, THINKS + (said.some((one) => "update" in one && isDeal(one.update)) ? DEALS : 0));
}

/** Lets the next bot answer after so many milliseconds at the usual speed. */
function wind(id: string, after: number): void {
  clearTimeout(timers.get(id));
  const table = tables.get(id);
  if (!table?.botIsAsked()) return;
  const answer = (): void => {
    const table = tables.get(id);
    if (table) tell(id, table.tick());
  };
  timers.set(id, setTimeout(answer, after * speed));
}

/** Keeps the table as it is now: it survives a reload, and a finished match goes to the history. */
async function put(id: string): Promise<void> {
  const table = found(tables, id);
  const room = JSON.parse(table.room()) as Room;
  const names = room.chairs.map(({ who }) => ("nobody" in who ? "" : "person" in who ? who.person.name : who.bot.name));
  const common = { at: Date.now(), game: room.rules.game, title: room.rules.title, names };
  try {
    if (!table.isOver()) {
      await keep("games", { id, ...common, step: table.step(), save: table.save() });
      return;
    }
    await forget("games", id);
    const people = room.chairs.flatMap(({ who }, i) => ("person" in who ? [i] : []));
    const journal = table.journal();
    const last = JSON.parse(table.hear(JSON.stringify({ hello: { version: VERSION, words: true } })).at(-1) ?? "{}") as ToClient;
    const over = "update" in last ? last.update.over : null;
    await keep("matches", {
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
    if (full) await makeRoom().catch(() => undefined);
    post({ trouble: "storage" });
  }
}

/** The end of a journal's last digest tells two matches at one table apart. */
function last6(journal: string): string {
  return /"digest":"([0-9a-z]{1,6})/.exec(journal.trimEnd().split("\n").at(-1) ?? "")?.[1] ?? "0";
}

const answers: { [A in keyof Asks]: (...words: Parameters<Asks[A]>) => ReturnType<Asks[A]> | Promise<ReturnType<Asks[A]>> } = {
  games: () => read(games()),
  levels: () => read(levels()),
  schema: (game) => read(schema(game)),
  show: (game, rules) => read(rulesShow(game, rules)),
  check: (game, text) => read(rulesCheck(game, text)),
  diff: (game, left, right) => read(rulesDiff(game, left, right)),
  verify: (journal) => read(verify(journal)),
  open: (id, request) => seat(id, LocalTable.open(JSON.stringify(request))),
  load: async (id) => {
    const game = await kept("games", id);
    if (!game) throw new Error("gone");
    seat(id, LocalTable.load(game.save));
  },
  branch: (id, journal, step, sitters) =>
    seat(id, LocalTable.from_journal(journal, step, JSON.stringify(sitters))),
  hear: (id, message) => tell(id, found(tables, id).hear(JSON.stringify(message))),
  leave: (id) => {
    clearTimeout(timers.get(id));
    tables.get(id)?.free();
    tables.delete(id);
  },
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
    const replay = found(replays, id);
    return { room: { room: read(replay.room(seat)) }, update: read(replay.at(step, seat)) };
  },
  example: (id, game, page, line) => {
    pages.get(id)?.free();
    const example = Example.open(game, page, line);
    pages.set(id, example);
    return { steps: example.steps(), lines: read(example.lines()) };
  },
  exampleAt: (id, step, seat) => read(found(pages, id).at(step, seat)),
};

onmessage = async (event: MessageEvent<Question>) => {
  const { n, ask, with: words } = event.data;
  try {
    await ready;
    const answer = answers[ask] as (...words: unknown[]) => unknown;
    post({ n, is: await answer(...words) });
  } catch (error) {
    post({ n, failed: error instanceof Error ? error.message : String(error) });
  }
};
