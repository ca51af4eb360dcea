// A line to a table: the same words whether the table is in another machine or in this browser.
import type { ToClient, ToServer } from "../wire";

export type LineState = "connecting" | "open" | "lost" | "closed";

export interface Line {
  /** Says something. What cannot be heard now is dropped: the next update is the whole truth anyway. */
  send(message: ToServer): void;
  /** Called for every message, in order. Messages that came before it was set are kept. */
  onmessage: ((message: ToClient) => void) | null;
  /** How the line is. */
  readonly state: LineState;
  /** Called when the state changes. */
  onstate: ((state: LineState) => void) | null;
  close(): void;
}
