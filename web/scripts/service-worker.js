// Keeps the built files so that the page opens without a network; what the server says is never kept.
const VERSION = "__VERSION__";
const FILES = "__FILES__";
const CACHE = `eights-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("eights-") && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (/^\/(api|ws|healthz|readyz|metrics|openapi\.json)/.test(url.pathname)) return;
  // Built files carry a hash in their name: what is kept is always right.
  if (request.mode !== "navigate") {
    event.respondWith(caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
    return;
  }
  // The page itself comes fresh when the network answers in time, so that a new version is seen at once.
  event.respondWith(
    fetch(request, { signal: AbortSignal.timeout(3000) })
      .then((answer) => (answer.ok ? answer : Promise.reject(new Error(answer.statusText))))
      .catch(() => caches.match("/").then((kept) => kept ?? Response.error())),
  );
});
