// The networks of strong bots: fetched when one sits down or gives a hint, and kept for playing offline.

/** The address of the weights of each game; scripts/web.sh puts the files there. */
const files = import.meta.glob<string>("./pkg/*.bin", { query: "?url", import: "default", eager: true });

/** Not one of the service worker's caches, which it deletes when there is a new version of the page. */
const CACHE = "networks";

/** The weights of a game's network; null if it has none or they cannot be fetched. */
export async function weightsOf(game: string): Promise<Uint8Array | null> {
  const url = files[`./pkg/${game}.bin`];
  if (!url) return null;
  try {
    const answer = await keptOrFetched(url);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

async function keptOrFetched(url: string): Promise<Response> {
  // Pages without a secure connection have no caches.
  if (!("caches" in globalThis)) return fetch(url);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const answer = await fetch(url);
  if (answer.ok) {
    // Names contain a hash: one that is not of this page is out of date.
    const current = new Set(Object.values(files).map((file) => new URL(file, location.href).href));
    for (const old of await cache.keys()) if (!current.has(old.url)) await cache.delete(old);
    await cache.put(url, answer.clone());
  }
  return answer;
}
