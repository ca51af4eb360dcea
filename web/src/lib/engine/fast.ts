// The fast engine, for strong bots: the same code as the usual one, optimized for speed and with SIMD.
import { keptOrFetched } from "./kept";

type Engine = typeof import("./pkg/eights");

/** Not there in `make play`, where one engine is built. */
const modules = import.meta.glob<Engine>("./pkg/fast.js");

let loading: Promise<Engine | null> | null = null;

/** Loads the fast engine; null if there is none, it cannot be fetched, or the browser does not know SIMD. */
export function fastEngine(): Promise<Engine | null> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Engine | null> {
  const found = Object.values(modules)[0];
  if (!found) return null;
  const file = await keptOrFetched("fast_bg.wasm");
  if (!file) {
    // Without a connection; the next bot may have one.
    loading = null;
    return null;
  }
  try {
    const engine = await found();
    await engine.default({ module_or_path: file });
    return engine;
  } catch {
    return null;
  }
}
