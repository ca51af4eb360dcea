// The IndexedDB of this browser: unfinished games, finished matches, house rules. Used by page and worker.

/** A game that can be continued. */
export interface StoredGame {
  id: string;
  at: number;
  game: string;
  title: string;
  names: string[];
  step: number;
  /** The engine's saved state. */
  save: string;
}

/** A finished match. */
export interface StoredMatch {
  id: string;
  at: number;
  game: string;
  title: string;
  hash: string;
  names: string[];
  /** The people at this screen, as indices of names. */
  people: number[];
  winners: string[];
  points: Record<string, number>;
  steps: number;
  journal: string;
}

/** House rules that somebody wrote here or opened from a link. */
export interface StoredHouseRules {
  id: string;
  at: number;
  game: string;
  title: string;
  hash: string;
  sheet: Record<string, unknown>;
}

interface Stores {
  games: StoredGame;
  matches: StoredMatch;
  houses: StoredHouseRules;
}

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("eights", 1);
    request.onupgradeneeded = () => {
      for (const name of ["games", "matches", "houses"]) request.result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no storage"));
  });
  opened.catch(() => (opened = null));
  return opened;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the storage refused"));
  });
}

async function store(name: keyof Stores, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(name, mode).objectStore(name);
}

/** Waits until what was written is there after a reload. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the storage refused"));
  });
}

/** Stores a value; throws when the storage is full or forbidden. */
export async function save<N extends keyof Stores>(name: N, value: Stores[N]): Promise<void> {
  const to = await store(name, "readwrite");
  to.put(value);
  await committed(to.transaction);
}

/** Moves a game to the finished matches, both or neither. */
export async function finish(id: string, match: StoredMatch): Promise<void> {
  const transaction = (await database()).transaction(["games", "matches"], "readwrite");
  transaction.objectStore("games").delete(id);
  transaction.objectStore("matches").put(match);
  await committed(transaction);
}

export async function load<N extends keyof Stores>(name: N, id: string): Promise<Stores[N] | undefined> {
  return settled<Stores[N] | undefined>((await store(name, "readonly")).get(id));
}

/** All values of a kind, newest first; none where storage is forbidden. */
export async function loadAll<N extends keyof Stores>(name: N): Promise<Stores[N][]> {
  try {
    const all = await settled<Stores[N][]>((await store(name, "readonly")).getAll());
    return all.sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export async function remove(name: keyof Stores, id: string): Promise<void> {
  const from = await store(name, "readwrite");
  from.delete(id);
  await committed(from.transaction);
}

/** Deletes the older half of the finished matches. */
export async function freeSpace(): Promise<void> {
  const matches = await loadAll("matches");
  for (const match of matches.slice(Math.floor(matches.length / 2))) await remove("matches", match.id);
}
