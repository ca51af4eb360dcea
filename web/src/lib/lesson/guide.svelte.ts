// Leads a newcomer through a guided first hand: waits for the move that is meant, and plays the moves of the others.
import { callEngine } from "../engine/engine";
import type { ExampleLine } from "../engine/worker-api";
import type { Inline } from "../rules/markdown";
import type { Connection, ToClient, ToServer, Update } from "../table/types";
import { PUPIL, type Lesson } from "./lesson";

/** How long the others take for a move, in milliseconds at the usual speed. */
const PACE = 1200;

/** How long a position stays before the next one is laid out. */
const REST = 2200;

/** A move of the script; `to` is how many lines are played after it. */
interface Move extends ExampleLine {
  to: number;
  /** What else may not be done at this point, and why. */
  refused: ExampleLine[];
}

export type Mood = "tells" | "watches" | "instead" | "not" | "over";

export class Guide {
  update = $state.raw<Update | null>(null);
  message = $state.raw<ToClient | null>(null);
  seats = $state(0);
  /** What the newcomer is told, and in which mood. */
  sentence = $state.raw<Inline[]>([]);
  mood = $state<Mood>("tells");
  /** The offer that is meant; null while others play. */
  meant = $state<string | null>(null);
  /** How many sentences have been said. */
  said = $state(0);
  readonly connection: Connection = { send: (message) => this.receive(message) };
  private scene = 0;
  private moves: Move[] = [];
  private done = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: string,
    private readonly page: string,
    readonly lesson: Lesson,
    private readonly speed: () => number,
  ) {}

  /** How many sentences there are. */
  get sentences(): number {
    return this.lesson.scenes.reduce((sum, { sentences }) => sum + sentences.length, 0);
  }

  async start(): Promise<void> {
    this.said = 0;
    await this.layOut(0);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** The table has drawn an update, with all that is to be read before it. */
  shown(update: Update | null): void {
    if (update === null || update !== this.update) return;
    clearTimeout(this.timer);
    const next = this.moves[this.done];
    if (!next) {
      if (this.scene + 1 < this.lesson.scenes.length) this.after(REST, () => this.layOut(this.scene + 1));
      else this.end();
    } else if (next.seat === PUPIL) {
      if (this.meant === null) this.tell(next);
    } else this.after(PACE, () => this.play());
  }

  private async layOut(scene: number): Promise<void> {
    this.scene = scene;
    this.done = 0;
    const { lines } = await callEngine("example", "lesson", this.game, this.page, this.lesson.scenes[scene]?.line ?? 0);
    let refused: ExampleLine[] = [];
    this.moves = [];
    for (const [i, line] of lines.entries()) {
      if (line.kind === "refused") refused.push(line);
      else if (line.kind === "act") {
        this.moves.push({ ...line, to: i + 1, refused });
        refused = [];
      }
    }
    await this.draw(0);
  }

  private async play(): Promise<void> {
    const move = this.moves[this.done];
    if (!move) return;
    this.done += 1;
    this.watch();
    await this.draw(move.to);
  }

  private async draw(line: number): Promise<void> {
    const { update, seats } = await callEngine("exampleAt", "lesson", line, PUPIL);
    this.seats = seats;
    // Several positions are several matches to the table, and the lesson itself says how it ended.
    this.update = { ...update, "match-id": `lesson ${this.scene}`, "hand-over": null, over: null };
  }

  private tell(move: Move): void {
    const before = this.moves.slice(0, this.done).filter(({ seat }) => seat === PUPIL).length;
    const earlier = this.lesson.scenes.slice(0, this.scene).reduce((sum, { sentences }) => sum + sentences.length, 0);
    this.said = earlier + before + 1;
    this.sentence = this.lesson.scenes[this.scene]?.sentences[before] ?? [];
    this.mood = "tells";
    this.meant = move.say ?? null;
  }

  private watch(): void {
    this.mood = "watches";
    this.meant = null;
  }

  private end(): void {
    this.mood = "over";
    this.meant = null;
    this.sentence = this.lesson.closing;
  }

  private receive(message: ToServer): void {
    const move = this.moves[this.done];
    if (!move || this.meant === null) return;
    if ("say" in message) {
      if (message.say.say === this.meant) void this.play();
      else {
        this.mood = "instead";
        // The table takes an answer to the same question again when it gets it anew.
        if (this.update) this.update = { ...this.update };
      }
    } else if ("why" in message) {
      const { say } = message.why;
      const known = move.refused.find((line) => line.say === say)?.why;
      if (known) this.message = { why: { say, why: known } };
      else this.mood = "not";
    } else if ("hint" in message) {
      this.message = { hint: { step: this.update?.step ?? 0, say: this.meant, why: "" } };
    }
  }

  private after(time: number, then: () => Promise<void>): void {
    this.timer = setTimeout(() => void then(), time * this.speed());
  }
}
