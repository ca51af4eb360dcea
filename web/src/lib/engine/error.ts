// Errors that the engine reports outside of a call. A file of its own, so that the first page does not load the engine.
type Listener = (error: "storage") => void;
let listener: Listener | null = null;

export function onEngineError(onerror: Listener): void {
  listener = onerror;
}

export function reportEngineError(error: "storage"): void {
  listener?.(error);
}
