// What this browser keeps: unfinished games, finished matches, house rules. Read and written by page and worker alike.

/** A game that can be gone on with. */
export interface KeptGame {
  id: string;
  at: number;
  game: string;
  title: string;
  names: string[];
  step: number;
  /** What the engine needs to go on. */
  save: string;
}

/** A match that was played to its end. */
export interface KeptMatch {
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
export interface KeptHouse {
  id: string;
  at: number;
  game: string;
  title: string;
  hash: string;
  sheet: Record<string, unknown>;
}

interface Stores {
  games: KeptGame;
  matches: KeptMatch;
  houses: KeptHouse;
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

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the storage refused"));
  });
}

async function store(name: keyof Stores, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(name, mode).objectStore(name);
}

/** Keeps something; throws when the storage is full or forbidden. */
export async function keep<N extends keyof Stores>(name: N, value: Stores[N]): Promise<void> {
  await asked((await store(name, "readwrite")).put(value));
}

export async function kept<N extends keyof Stores>(name: N, id: string): Promise<Stores[N] | undefined> {
  return asked<Stores[N] | undefined>((await store(name, "readonly")).get(id));
}

/** Everything of a kind, newest first; nothing where nothing can be kept. */
export async function allKept<N extends keyof Stores>(name: N): Promise<Stores[N][]> {
  try {
    const all = await asked<Stores[N][]>((await store(name, "readonly")).getAll());
    return all.sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export async function forget(name: keyof Stores, id: string): Promise<void> {
  await asked((await store(name, "readwrite")).delete(id));
}

/** Makes room: the oldest finished matches go first. */
export async function makeRoom(): Promise<void> {
  const matches = await allKept("matches");
  for (const match of matches.slice(Math.floor(matches.length / 2))) await forget("matches", match.id);
}
