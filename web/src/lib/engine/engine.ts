// Calls to the engine's worker, which is started on the first call.
import type { ToClient } from "../../generated/wire";
import { reportEngineError } from "./error";
import type { WorkerMessage, WorkerApi, WorkerRequest } from "./worker-api";

export class EngineError extends Error {}

type Waiting = { done: (is: unknown) => void; failed: (why: EngineError) => void };

let worker: Worker | null = null;
let count = 0;
const waiting = new Map<number, Waiting>();
const tables = new Map<string, (messages: ToClient[]) => void>();

/** Starts the worker ahead of the first call. */
export function preloadEngine(): void {
  start();
}

/** WorkerApi the engine something. */
export function callEngine<A extends keyof WorkerApi>(
  method: A,
  ...args: Parameters<WorkerApi[A]>
): Promise<ReturnType<WorkerApi[A]>> {
  const n = ++count;
  const request: WorkerRequest = { n, method, args };
  return new Promise((done, failed) => {
    waiting.set(n, { done: done as (is: unknown) => void, failed });
    start().postMessage(request);
  });
}

/** Receives the messages of a table in this browser; returns how to stop. */
export function subscribe(table: string, onmessages: (messages: ToClient[]) => void): () => void {
  tables.set(table, onmessages);
  return () => tables.delete(table);
}

function start(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "eights" });
  worker.onmessage = (event: MessageEvent<WorkerMessage>) => receive(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    failAll(event.message || "the engine could not be loaded");
  };
  return worker;
}

function receive(message: WorkerMessage): void {
  if ("table" in message) {
    tables.get(message.table)?.(message.messages);
  } else if ("error" in message) {
    reportEngineError(message.error);
  } else {
    const pending = waiting.get(message.n);
    waiting.delete(message.n);
    if ("failed" in message) pending?.failed(new EngineError(message.failed));
    else pending?.done(message.is);
  }
}

/** Fails all pending calls of a broken worker; the next call starts a new one. */
function failAll(why: string): void {
  worker?.terminate();
  worker = null;
  for (const pending of waiting.values()) pending.failed(new EngineError(why));
  waiting.clear();
}
