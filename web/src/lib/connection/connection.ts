// A connection to a table: the same interface for a server and for a table in this browser.
import type { RulesBrief, ToClient, ToServer } from "../../generated/wire";

export type ConnectionStatus = "connecting" | "open" | "lost" | "closed";

export interface Sender {
  /** Sends a message, or drops it while disconnected: the next update is complete anyway. */
  send(message: ToServer): void;
  /** The rules that are played at the table; null where nobody can tell. */
  sheet?(rules: RulesBrief): Promise<Record<string, unknown> | null>;
  /** Lets a table in this browser go on after the end of a hand; a server waits for everybody who has to be ready. */
  nextHand?(): void;
}

export interface Connection extends Sender {
  /** Called for every message, in order. Messages that came before it was set are kept. */
  onmessage: ((message: ToClient) => void) | null;
  readonly status: ConnectionStatus;
  /** Called when the state changes. */
  onstatus: ((status: ConnectionStatus) => void) | null;
  close(): void;
}
