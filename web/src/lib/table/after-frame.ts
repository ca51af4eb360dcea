// Work that can wait until the next frame is on the screen, done in the order in which it came.

const waiting: (() => void)[] = [];

/** A page that nobody looks at has no frames; it waits only this long. */
const PATIENCE = 120;

/** Calls when the next frame is painted. */
export function afterFrame(work: () => void): void {
  waiting.push(work);
  if (waiting.length > 1) return;
  const late = setTimeout(run, PATIENCE);
  requestAnimationFrame(() => {
    // A message that is sent in a frame comes when the frame is painted.
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      clearTimeout(late);
      run();
    };
    painted.port2.postMessage(null);
  });
}

function run(): void {
  for (const work of waiting.splice(0)) work();
}
