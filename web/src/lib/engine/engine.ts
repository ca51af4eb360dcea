// The engine from the page's side: a worker that is started when somebody first needs it.
import type { ToClient } from "../wire";
import { reportTrouble } from "./trouble";
import type { Answer, Asks, Question } from "./talk";

/** Why the engine does not answer. */
export class EngineError extends Error {}

type Waiting = { done: (is: unknown) => void; failed: (why: EngineError) => void };

let worker: Worker | null = null;
let count = 0;
const waiting = new Map<number, Waiting>();
const tables = new Map<string, (said: ToClient[]) => void>();

/** Starts loading the engine, so that it is there when it is needed. */
export function warm(): void {
  start();
}

/** Asks the engine something. */
export function ask<A extends keyof Asks>(what: A, ...words: Parameters<Asks[A]>): Promise<ReturnType<Asks[A]>> {
  const n = ++count;
  const question: Question = { n, ask: what, with: words };
  return new Promise((done, failed) => {
    waiting.set(n, { done: done as (is: unknown) => void, failed });
    start().postMessage(question);
  });
}

/** Hears what a table in this browser says by itself. */
export function listen(table: string, hear: (said: ToClient[]) => void): () => void {
  tables.set(table, hear);
  return () => tables.delete(table);
}

function start(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "eights" });
  worker.onmessage = (event: MessageEvent<Answer>) => heard(event.data);
  worker.onerror = (event) => {
    event.preventDefault();
    giveUp(event.message || "the engine could not be loaded");
  };
  return worker;
}

function heard(answer: Answer): void {
  if ("table" in answer) {
    tables.get(answer.table)?.(answer.said);
  } else if ("trouble" in answer) {
    reportTrouble(answer.trouble);
  } else {
    const who = waiting.get(answer.n);
    waiting.delete(answer.n);
    if ("failed" in answer) who?.failed(new EngineError(answer.failed));
    else who?.done(answer.is);
  }
}

/** A broken worker answers nobody; the next question starts another one. */
function giveUp(why: string): void {
  worker?.terminate();
  worker = null;
  for (const who of waiting.values()) who.failed(new EngineError(why));
  waiting.clear();
}
