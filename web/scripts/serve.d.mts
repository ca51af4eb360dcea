// Types of serve.mjs, for the tests and their configuration.
import type { ChildProcess } from "node:child_process";

export interface Served {
  process: ChildProcess;
  url: string;
  port: number;
  stop: () => Promise<void>;
}

export interface ServeOptions {
  port?: number;
  data?: string;
  botPause?: number;
  handPause?: number;
}

export const program: string;
export function serveArgs(options?: ServeOptions): string[];
export function serve(options?: ServeOptions): Promise<Served>;
