// What a page knows about a table it has a line to: the newest of everything, and what was said.
import { perhaps } from "./i18n/index.svelte";
import type { Line, LineState } from "./line/line";
import { EMOTES, type Said } from "./ui/ChatDrawer.svelte";
import { nameOf } from "./ui/names";
import type { Room, ToClient, Update } from "./wire";

export class TableTalk {
  room = $state.raw<Room | null>(null);
  update = $state.raw<Update | null>(null);
  /** The newest message that is neither room nor update. */
  heard = $state.raw<ToClient | null>(null);
  said = $state.raw<Said[]>([]);
  lineState = $state<LineState>("connecting");
  /** Why the table let us go, when it did. */
  bye = $state<string | null>(null);
  private count = 0;

  constructor(readonly line: Line) {
    this.lineState = line.state;
    line.onstate = (state) => (this.lineState = state);
    line.onmessage = (message) => this.hear(message);
  }

  private hear(message: ToClient): void {
    if ("room" in message) this.room = message.room;
    else if ("update" in message) this.update = message.update;
    else if ("chat" in message) this.note({ guest: message.chat.guest, name: message.chat.name, text: message.chat.text });
    else if ("emote" in message) this.gesture(message.emote.guest, message.emote.seat, message.emote.emote);
    else if ("bye" in message) this.bye = message.bye.why;
    else if ("done" in message) return;
    else this.heard = message;
  }

  private gesture(guest: string, seat: string, emote: string): void {
    const sign = EMOTES[emote as keyof typeof EMOTES] ?? "";
    const word = perhaps(`emote.${emote}`, emote);
    this.note({ guest, name: this.room ? nameOf(this.room, seat) : seat, text: `${sign} ${word}`.trim(), gesture: true });
  }

  private note(one: Omit<Said, "n">): void {
    this.said = [...this.said.slice(-199), { ...one, n: ++this.count }];
  }
}
