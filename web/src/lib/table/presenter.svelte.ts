// Holds updates back while a card that somebody played is shown large, what it does is seen, or the end of a hand is looked at.

import type { GameModule } from "./game-module";
import { eventsOf, type Code, type Room, type Seat, type Update } from "./types";

/** A room and the update that belongs to it. */
export interface Moment {
  room: Room;
  update: Update | null;
}

/** A card that somebody played. */
export interface PresentedCard {
  code: Code;
  seat: Seat;
  /** How long it is shown, in milliseconds. */
  hold: number;
  /** What it did, if that is known already. */
  moment: Moment;
}

/** No card is shown for less than this, and a letter takes so long to read. */
const LEAST = 1600;
const LETTER = 45;

/** Where the clock runs, nobody reads longer than this. */
const MOST_BY_CLOCK = 3000;

/** Between two updates that waited. */
const PACE = 650;

/** A deal takes so long. */
const DEAL = 1300;

/** More than this is caught up with at once. */
const MOST_WAITING = 40;

/** How long a text is shown, in milliseconds at the usual speed. */
export function readingTime(text: string): number {
  return Math.max(LEAST, LETTER * text.length);
}

/** `isSeen`: nothing need be waited for after it. */
type Step = { card: PresentedCard } | { moment: Moment; isSeen: boolean };

/** Answers to a question that a card asks. */
const ANSWERS: readonly string[] = ["choose", "yes", "no"];

export class Presenter {
  /** What the table draws. */
  shown: Moment;
  /** The card that is shown large. */
  card = $state.raw<PresentedCard | null>(null);
  /** Whether the reader wants to stay at it. */
  stopped = $state(false);
  /** Whether the reader is asked for something that is not shown yet. */
  isAwaited = $state(false);
  private latest: Update | null;
  /** The end of a hand is looked at: what comes meanwhile waits for the reader. */
  private held = false;
  /** Until when something moves that the next update must not disturb, on the page's clock. */
  private busy = 0;
  /** What is still to come: a card is shown before the update that it belongs to. */
  private steps: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly game: () => Pick<GameModule, "cardText"> | null,
    private readonly speed: () => number,
    first: Moment,
  ) {
    this.shown = $state.raw(first);
    this.latest = first.update;
  }

  /** A new room or update has come. */
  receive(room: Room, update: Update | null): void {
    if (update === this.latest) {
      this.setRoom(room);
      return;
    }
    const before = this.latest;
    this.latest = update;
    const isSame = before !== null && update !== null && update["match-id"] === before["match-id"];
    if (isSame && update.step === before.step) {
      this.replace({ room, update });
      return;
    }
    // What waits already is not overtaken.
    const isPlain = this.game()?.cardText === undefined && this.steps.length === 0 && this.timer === undefined;
    const isLate = document.hidden || this.speed() <= 0 || this.steps.length > MOST_WAITING;
    if (isSame && update.step > before.step && this.held) {
      this.steps.push(...this.stepsOf({ room, update }));
      this.setRoom(room);
      this.isAwaited = room.you !== null && update.asks === room.you;
    } else if (!isSame || update.step < before.step || isPlain || isLate) this.catchUp({ room, update });
    else {
      this.steps.push(...this.stepsOf({ room, update }));
      // Who plays on has read enough.
      if (this.card?.seat === room.you) this.goOn();
      else if (this.timer === undefined && this.card === null) this.soon();
    }
  }

  /** Nothing more is shown until `release`. */
  hold(): void {
    this.held = true;
    this.clear();
  }

  /** Goes on with what came meanwhile, one after the other. */
  release(): void {
    if (!this.held) return;
    this.held = false;
    this.isAwaited = false;
    const last = this.steps.findLast((step) => "moment" in step);
    if (this.steps.length > MOST_WAITING && last && "moment" in last) this.catchUp(last.moment);
    // The deal is seen first.
    else if (this.steps.length > 0) this.wait(DEAL * this.speed(), () => this.next());
  }

  /** What is shown now moves for so long, in milliseconds; the next update waits for it. */
  linger(time: number): void {
    this.busy = performance.now() + time;
  }

  /** Goes on to what the card does. */
  goOn(): void {
    if (this.card === null) return;
    this.card = null;
    this.stopped = false;
    this.clear();
    this.next();
  }

  /** Stays at the card until the reader goes on. */
  stop(): void {
    this.stopped = true;
    this.clear();
  }

  close(): void {
    this.clear();
  }

  private setRoom(room: Room): void {
    const last = this.steps.findLast((step) => "moment" in step);
    if (last && "moment" in last) last.moment = { ...last.moment, room };
    // At the end of a hand the people are there, who may be ready, and only the cards wait.
    if ((!last || this.held) && room !== this.shown.room) this.shown = { ...this.shown, room };
  }

  /** The newest update has come again, as after a lost connection. */
  private replace(moment: Moment): void {
    const last = this.steps.findLast((step) => "moment" in step);
    if (last && "moment" in last) last.moment = moment;
    else this.shown = moment;
  }

  /** Shows the newest update at once, whatever was to be read. */
  private catchUp(moment: Moment): void {
    this.clear();
    this.held = false;
    this.isAwaited = false;
    this.busy = 0;
    this.steps = [];
    this.card = null;
    this.stopped = false;
    this.shown = moment;
  }

  /** Goes on as soon as nothing moves any more. */
  private soon(): void {
    const left = this.busy - performance.now();
    if (left > 0) this.wait(left, () => this.next());
    else this.next();
  }

  private next(): void {
    if (this.held) return;
    const step = this.steps.shift();
    if (step === undefined) return;
    if ("card" in step) {
      this.card = step.card;
      this.wait(step.card.hold, () => this.goOn());
    } else {
      this.shown = step.moment;
      // What follows waits until this has been seen to move.
      if (step.isSeen) this.next();
      else if (this.steps.length > 0) this.wait(PACE * this.speed(), () => this.soon());
    }
  }

  private stepsOf(moment: Moment): Step[] {
    const { room, update } = moment;
    const cards = update ? this.cardsOf(moment, update) : [];
    if (cards[0]?.card.seat !== room.you) return [...cards, { moment, isSeen: false }];
    // One's own card was read before it was played, so it is shown while it acts. Where it asks something, its text stands beside the question.
    const asks = update?.offers.some(({ verb }) => ANSWERS.includes(verb));
    return asks ? [{ moment, isSeen: false }] : [{ moment, isSeen: true }, ...cards];
  }

  private cardsOf(moment: Moment, update: Update): { card: PresentedCard }[] {
    const game = this.game();
    if (!game?.cardText) return [];
    return eventsOf(update).flatMap((event) => {
      if (typeof event !== "object" || !("event" in event) || event.event !== "played") return [];
      const isOwn = event.seat === moment.room.you;
      const time = isOwn ? LEAST : readingTime(game.cardText?.(event.card) ?? "");
      const hold = (update.clock ? Math.min(time, MOST_BY_CLOCK) : time) * this.speed();
      return [{ card: { code: event.card, seat: event.seat, hold, moment } }];
    });
  }

  private wait(time: number, then: () => void): void {
    this.clear();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      then();
    }, time);
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
