// A connection to a table in this browser, which the engine's worker runs.
import { EngineError, callEngine, subscribe } from "../engine/engine";
import type { OpenRequest, Player } from "../engine/worker-api";
import type { ToClient, ToServer } from "../../generated/wire";
import type { Connection, ConnectionStatus } from "./connection";

export class LocalConnection implements Connection {
  onmessage: ((message: ToClient) => void) | null = null;
  onstatus: ((status: ConnectionStatus) => void) | null = null;
  status: ConnectionStatus = "connecting";
  private readonly stop: () => void;

  private constructor(readonly id: string) {
    this.stop = subscribe(id, (messages) => {
      // A message proves that the table is open; the reply to `open` may arrive after it.
      if (this.status === "connecting") this.setStatus("open");
      messages.forEach((message) => this.onmessage?.(message));
    });
  }

  /** A new table. */
  static open(id: string, request: OpenRequest): LocalConnection {
    return new LocalConnection(id).start(() => callEngine("open", id, request));
  }

  /** A table that was saved. */
  static load(id: string): LocalConnection {
    return new LocalConnection(id).start(() => callEngine("load", id));
  }

  /** A new table that continues a journal from a step. */
  static branch(id: string, journal: string, step: number, players: Player[]): LocalConnection {
    return new LocalConnection(id).start(() => callEngine("branch", id, journal, step, players));
  }

  send(message: ToServer): void {
    callEngine("hear", this.id, message).catch((why: unknown) => this.fail(why));
  }

  sheet(): Promise<Record<string, unknown>> {
    return callEngine("sheet", this.id);
  }

  nextHand(): void {
    callEngine("nextHand", this.id).catch((why: unknown) => this.fail(why));
  }

  close(): void {
    this.stop();
    void callEngine("leave", this.id).catch(() => undefined);
    this.status = "closed";
  }

  /** Called when the table cannot be opened, or the engine broke. */
  onfail: ((why: EngineError) => void) | null = null;

  private start(open: () => Promise<void>): this {
    open().then(
      () => this.setStatus("open"),
      (why: unknown) => this.fail(why),
    );
    return this;
  }

  private fail(why: unknown): void {
    this.setStatus("lost");
    this.onfail?.(why instanceof EngineError ? why : new EngineError(String(why)));
  }

  private setStatus(status: ConnectionStatus): void {
    if (this.status === "closed") return;
    this.status = status;
    this.onstatus?.(status);
  }
}
