// Work that is not urgent waits here until the browser has nothing better to do.

/** So many milliseconds a page has for itself at its beginning: whoever has come wants to do something with it. */
const YOUNG = 1500;

/** Resolves in an idle moment, or when so many milliseconds are over. */
export async function leisure(patience = 2000): Promise<void> {
  const young = YOUNG - performance.now();
  if (young > 0) await new Promise((done) => setTimeout(done, young));
  await new Promise<void>((done) => {
    // Safari has no idle moments to give away.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: patience });
    else setTimeout(done, 300);
  });
}
