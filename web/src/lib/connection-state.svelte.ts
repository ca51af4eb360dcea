// What a page has received from a table: the newest room, update and message, and the chat.
import { wordOr } from "./i18n/index.svelte";
import type { Connection, ConnectionStatus } from "./connection/connection";
import { EMOTES, type ChatEntry } from "./ui/ChatDrawer.svelte";
import { nameOf } from "./ui/names";
import type { ByeCode, Room, ToClient, Update } from "../generated/wire";

export class ConnectionState {
  room = $state.raw<Room | null>(null);
  update = $state.raw<Update | null>(null);
  /** The newest message that is neither room nor update. */
  message = $state.raw<ToClient | null>(null);
  chat = $state.raw<ChatEntry[]>([]);
  status = $state<ConnectionStatus>("connecting");
  /** Why the table let us go, when it did. */
  closed = $state.raw<{ code: ByeCode; why: string } | null>(null);
  private count = 0;

  constructor(readonly connection: Connection) {
    this.status = connection.status;
    connection.onstatus = (status) => (this.status = status);
    connection.onmessage = (message) => this.receive(message);
  }

  private receive(message: ToClient): void {
    if ("room" in message) this.room = message.room;
    else if ("update" in message) this.update = message.update;
    else if ("chat" in message)
      this.addChat({ guest: message.chat.guest, name: message.chat.name, text: message.chat.text });
    else if ("emote" in message) this.gesture(message.emote.guest, message.emote.seat, message.emote.emote);
    else if ("bye" in message) this.closed = message.bye;
    else if ("done" in message) return;
    else this.message = message;
  }

  private gesture(guest: string, seat: string, emote: string): void {
    const sign = EMOTES[emote as keyof typeof EMOTES] ?? "";
    const word = wordOr(`emote.${emote}`, emote);
    this.addChat({
      guest,
      name: this.room ? nameOf(this.room, seat) : seat,
      text: `${sign} ${word}`.trim(),
      gesture: true,
    });
  }

  private addChat(one: Omit<ChatEntry, "n">): void {
    this.chat = [...this.chat.slice(-199), { ...one, n: ++this.count }];
  }
}
