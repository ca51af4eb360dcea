// A WebSocket to a table of a server; reconnects when it is lost.
import { VERSION, type RulesBrief, type ToClient, type ToServer } from "../../generated/wire";
import { api } from "../api/api";
import { backoff } from "./backoff";
import type { Connection, ConnectionStatus } from "./connection";

export class SocketConnection implements Connection {
  onmessage: ((message: ToClient) => void) | null = null;
  onstatus: ((status: ConnectionStatus) => void) | null = null;
  status: ConnectionStatus = "connecting";
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private lastReceived = 0;
  /** What was sent while the connection is renewed; null at all other times. */
  private held: ToServer[] | null = null;
  private readonly wake = (): void => this.resume();

  constructor(private readonly url: string) {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  send(message: ToServer): void {
    if (this.held) this.held.push(message);
    else if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Connects again at once: a table shows a changed name only after that. Messages sent meanwhile are delivered afterwards. */
  renew(): void {
    if (this.status === "closed") return;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearInterval(this.beat);
    this.held ??= [];
    this.connect();
  }

  async sheet(rules: RulesBrief): Promise<Record<string, unknown> | null> {
    return (await api.rules(rules.game, rules.name)).sheet;
  }

  close(): void {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.setStatus("closed");
    this.socket?.close();
    this.socket = null;
  }

  private connect(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.lastReceived = Date.now();
      socket.send(JSON.stringify({ hello: { version: VERSION, words: false, pauses: true } } satisfies ToServer));
      this.beat = setInterval(() => this.check(), 10_000);
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket || typeof event.data !== "string") return;
      this.lastReceived = Date.now();
      this.tries = 0;
      this.setStatus("open");
      this.sendHeld();
      this.receive(JSON.parse(event.data) as ToClient);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.reconnect();
    };
  }

  private sendHeld(): void {
    const held = this.held ?? [];
    this.held = null;
    held.forEach((message) => this.send(message));
  }

  private receive(message: ToClient): void {
    if ("pong" in message) return;
    if ("bye" in message && message.bye["back-in"] === null) {
      // Do not reconnect: another page took the chair, or the table was closed.
      this.onmessage?.(message);
      this.close();
      return;
    }
    if ("bye" in message) {
      this.reconnect(message.bye["back-in"] ?? 0);
      return;
    }
    this.onmessage?.(message);
  }

  private reconnect(wait = backoff(this.tries)): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearInterval(this.beat);
    this.held = null;
    if (this.status === "closed") return;
    this.tries += 1;
    this.setStatus(this.tries > 1 || this.status === "open" ? "lost" : "connecting");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Reconnects at once when the network is back or the page becomes visible. */
  private resume(): void {
    if (this.status === "closed" || document.visibilityState === "hidden") return;
    if (this.socket === null) this.connect();
    else this.check();
  }

  /** Pings a silent connection, then gives it up. */
  private check(): void {
    const silent = Date.now() - this.lastReceived;
    if (silent > 25_000) this.reconnect(0);
    else if (silent > 8_000) this.send({ ping: { n: Math.floor(silent) } });
  }

  private setStatus(status: ConnectionStatus): void {
    if (this.status === status || this.status === "closed") return;
    this.status = status;
    this.onstatus?.(status);
  }
}

/** The WebSocket address of a table at the server that the page came from. */
export function tableUrl(code: string): string {
  const secure = location.protocol === "https:" ? "wss" : "ws";
  return `${secure}://${location.host}/ws/${encodeURIComponent(code)}`;
}
