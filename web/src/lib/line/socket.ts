// A line to a table of a server: comes back by itself when it is lost.
import { VERSION, type ToClient, type ToServer } from "../wire";
import { backoff } from "./backoff";
import type { Line, LineState } from "./line";

export class SocketLine implements Line {
  onmessage: ((message: ToClient) => void) | null = null;
  onstate: ((state: LineState) => void) | null = null;
  state: LineState = "connecting";
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private readonly wake = (): void => this.hurry();

  constructor(private readonly url: string) {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  send(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.become("closed");
    this.socket?.close();
    this.socket = null;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      socket.send(JSON.stringify({ hello: { version: VERSION, words: false } } satisfies ToServer));
      this.beat = setInterval(() => this.check(), 10_000);
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket || typeof event.data !== "string") return;
      this.heard = Date.now();
      this.tries = 0;
      this.become("open");
      this.hear(JSON.parse(event.data) as ToClient);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private hear(message: ToClient): void {
    if ("pong" in message) return;
    if ("bye" in message && message.bye["back-in"] === null) {
      // The table does not want us back: another page took the chair, or it was closed.
      this.onmessage?.(message);
      this.close();
      return;
    }
    if ("bye" in message) {
      this.lose(message.bye["back-in"] ?? 0);
      return;
    }
    this.onmessage?.(message);
  }

  private lose(wait = backoff(this.tries)): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearInterval(this.beat);
    if (this.state === "closed") return;
    this.tries += 1;
    this.become(this.tries > 1 || this.state === "open" ? "lost" : "connecting");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** The network is back, or somebody looks at the page again: no reason to wait any longer. */
  private hurry(): void {
    if (this.state === "closed" || document.visibilityState === "hidden") return;
    if (this.socket === null) this.connect();
    else this.check();
  }

  /** A line that has been silent for long is asked whether it is still there, then given up. */
  private check(): void {
    const silent = Date.now() - this.heard;
    if (silent > 25_000) this.lose(0);
    else if (silent > 8_000) this.send({ ping: { n: Math.floor(silent) } });
  }

  private become(state: LineState): void {
    if (this.state === state || this.state === "closed") return;
    this.state = state;
    this.onstate?.(state);
  }
}

/** The address of a table's line at the server that the page came from. */
export function tableUrl(code: string): string {
  const secure = location.protocol === "https:" ? "wss" : "ws";
  return `${secure}://${location.host}/ws/${encodeURIComponent(code)}`;
}
