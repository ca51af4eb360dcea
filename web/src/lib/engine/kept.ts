// What strong bots need beside the engine: fetched when one sits down or gives a hint, and kept for playing offline.

/** The addresses of these files; scripts/web.sh puts them there. */
const files = import.meta.glob<string>(["./pkg/*.bin", "./pkg/fast_bg.wasm"], {
  query: "?url",
  import: "default",
  eager: true,
});

/** Not one of the service worker's caches, which it deletes when there is a new version of the page. Named for what was the
 *  first to be kept in it. */
const CACHE = "networks";

/** One of these files; null if it does not exist or cannot be fetched. */
export async function keptOrFetched(name: string): Promise<Response | null> {
  const url = files[`./pkg/${name}`];
  if (!url) return null;
  try {
    const answer = await answerOf(url);
    return answer.ok ? answer : null;
  } catch {
    return null;
  }
}

async function answerOf(url: string): Promise<Response> {
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
