// Work that is not urgent waits here until the browser has nothing better to do.

/** Resolves in an idle moment, or when so many milliseconds are over. */
export function leisure(patience = 2000): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle moments to give away.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: patience });
    else setTimeout(done, 300);
  });
}
