// A line to a table in this browser, run by the engine's worker.
import { EngineError, ask, listen } from "../engine/engine";
import type { Open, Sitter } from "../engine/talk";
import type { ToClient, ToServer } from "../wire";
import type { Line, LineState } from "./line";

export class LocalLine implements Line {
  onmessage: ((message: ToClient) => void) | null = null;
  onstate: ((state: LineState) => void) | null = null;
  state: LineState = "connecting";
  private readonly stop: () => void;

  private constructor(readonly id: string) {
    this.stop = listen(id, (said) => {
      // What is heard has come through: the answer that the table is open may be behind it.
      if (this.state === "connecting") this.become("open");
      said.forEach((message) => this.onmessage?.(message));
    });
  }

  /** A new table. */
  static open(id: string, request: Open): LocalLine {
    return new LocalLine(id).begin(() => ask("open", id, request));
  }

  /** A table that was put away. */
  static load(id: string): LocalLine {
    return new LocalLine(id).begin(() => ask("load", id));
  }

  /** A journal up to a step, to be gone on with. */
  static branch(id: string, journal: string, step: number, sitters: Sitter[]): LocalLine {
    return new LocalLine(id).begin(() => ask("branch", id, journal, step, sitters));
  }

  send(message: ToServer): void {
    ask("hear", this.id, message).catch((why: unknown) => this.fail(why));
  }

  close(): void {
    this.stop();
    void ask("leave", this.id).catch(() => undefined);
    this.state = "closed";
  }

  /** Called when the table cannot be opened, or the engine broke. */
  onfail: ((why: EngineError) => void) | null = null;

  private begin(open: () => Promise<void>): this {
    open().then(
      () => this.become("open"),
      (why: unknown) => this.fail(why),
    );
    return this;
  }

  private fail(why: unknown): void {
    this.become("lost");
    this.onfail?.(why instanceof EngineError ? why : new EngineError(String(why)));
  }

  private become(state: LineState): void {
    if (this.state === "closed") return;
    this.state = state;
    this.onstate?.(state);
  }
}
