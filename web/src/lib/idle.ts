// Waits for an idle moment of the browser.

/** Milliseconds after the start in which the page does no background work: people click right away. */
const YOUNG = 1500;

/** Resolves in an idle moment, or after `patience` milliseconds. */
export async function whenIdle(patience = 2000): Promise<void> {
  const young = YOUNG - performance.now();
  if (young > 0) await new Promise((done) => setTimeout(done, young));
  await new Promise<void>((done) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done(), { timeout: patience });
    else setTimeout(done, 300);
  });
}
