// Runs work after the next frame is painted: one piece per frame, in order.

const waiting: (() => void)[] = [];

/** A page that nobody looks at has no frames; it waits only this long. */
const PATIENCE = 120;

/** Calls when the next frame is painted, or one of the next if others came first. */
export function afterFrame(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) wait();
}

function wait(): void {
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
  const work = waiting[0];
  try {
    work?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) wait();
  }
}
