// The table as it stands for one viewer: what is drawn follows from room and update; what is being done is kept here.

import { getContext, setContext } from "svelte";
import { language, said } from "../i18n/index.svelte";
import { cardName, nameName, tellEvents } from "../tell";
import { afterFrame } from "./after-frame";
import { aroundDeal, keepLog, keptLog, noted, type Entry } from "./log";
import { atPlace, playsOf, withCard, type Play, type Verb } from "./offers";
import { promptOf, spokenOf } from "./prompt";
import { UNDEALT, bareScene, isDeal, namesOf, own, sceneOf, type Scene } from "./scene";
import { keyed, sortHand } from "./sort";
import type { Code, HandOver, Over, Seat, TableProps, Update } from "./types";
import { fill } from "./words";

const KEY = Symbol("table");

/** An answer that takes longer than so many milliseconds is seen to be on its way. */
const SOON = 80;

/** So many faces are drawn in a frame. */
const AT_ONCE = 4;

/** What is picked from when a card offers more than one thing. */
export interface Picking {
  plays: Play[];
  /** Where the picker points to. */
  at: DOMRect;
  card: Code | null;
  back: HTMLElement | null;
}

/** A short note to the player. */
export interface Note {
  text: string;
  kind: "why" | "hint";
}

/** What a finished hand is shown with. */
export interface Sheet {
  hand: HandOver | null;
  over: Over | null;
  names: Record<Seat, string>;
}

export class TableState {
  private readonly props: () => TableProps;
  picking = $state.raw<Picking | null>(null);
  note = $state.raw<Note | null>(null);
  sheet = $state.raw<Sheet | null>(null);
  /** The card that is shown large, and what it was shown for. */
  peek = $state.raw<{ code: Code; at: DOMRect } | null>(null);
  /** The offer that a hint marks. */
  hinted = $state.raw<string | null>(null);
  /** So many cards of the hand have a face yet. */
  faces = $state(Infinity);
  private faced = UNDEALT;
  log = $state.raw<Entry[]>([]);
  /** The log of a time before this table was drawn. */
  private earlier: Entry[] | null = null;
  /** What the live region says. */
  spoken = $state("");
  /** The place over which a card is dragged. */
  over = $state<string | null>(null);
  dragging = $state<Code | null>(null);
  /** The offers of this step have been answered, and are not shown any more; the next update brings new ones. */
  private answered = $state(-1);
  /** The same from the moment on at which it was said. */
  private saidTo = $state(-1);

  constructor(props: () => TableProps) {
    this.props = props;
  }

  readonly lang = $derived.by(() => language());
  readonly w = $derived.by(() => this.lang.table);
  readonly room = $derived.by(() => this.props().room);
  readonly update = $derived.by(() => this.props().update);
  readonly settings = $derived.by(() => this.props().settings);
  readonly names = $derived.by(() => namesOf(this.room));
  readonly scene: Scene = $derived.by(() => (this.update ? sceneOf(this.room, this.update) : bareScene(this.room)));
  readonly plays: Play[] = $derived.by(() =>
    this.update && this.answered !== this.update.step ? playsOf(this.update.offers) : [],
  );
  /** An answer is on its way. */
  readonly isWaiting = $derived.by(() => this.update !== null && this.saidTo === this.update.step);
  readonly prompt = $derived.by(() => (this.update ? promptOf(this.scene, this.plays, this.names, this.w) : null));
  readonly mine = $derived.by(() => own(this.scene));
  readonly hand = $derived.by(() => keyed(sortHand(this.scene.game, this.mine?.hand ?? [], this.settings.sort)));
  readonly playable = $derived.by(() => new Set(this.plays.flatMap((play) => play.cards)));
  /** Places to which the dragged card, or any card, may go. */
  readonly targets = $derived.by(() => {
    const drawn = this.dragging;
    return new Set(this.plays.filter((play) => drawn === null || play.cards.includes(drawn)).flatMap((play) => play.places));
  });

  /** Draws the faces of a hand that was dealt, frame by frame; cards that come later have theirs at once. */
  face(): void {
    if (this.scene.deal === this.faced) return;
    this.faced = this.scene.deal;
    if (this.hand.length <= AT_ONCE) return;
    const still = this.isStill;
    this.faces = still ? AT_ONCE : 0;
    const more = (): void => {
      this.faces = this.faces + AT_ONCE < this.hand.length ? this.faces + AT_ONCE : Infinity;
      if (this.faces < Infinity) afterFrame(more);
    };
    // Cards that fly in are not to be seen before they have set out.
    afterFrame(still ? more : () => afterFrame(more));
  }

  /** Whether nothing shall move. */
  get isStill(): boolean {
    return this.settings.speed <= 0 || matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  }

  /** Gives an answer. */
  say(play: Play): void {
    const { update } = this;
    if (!update || update.step === this.saidTo) return;
    const { step } = update;
    this.picking = null;
    this.note = null;
    this.hinted = null;
    this.peek = null;
    this.saidTo = step;
    // What comes back at once is drawn over the old offers: to wipe them off before would be as much work again, and a flicker.
    setTimeout(() => step === this.saidTo && (this.answered = step), SOON);
    this.props().line.send({ say: { "match-id": update["match-id"], step, say: play.say } });
  }

  /** What is offered may be answered, whatever was said before: the answer may have been lost or taken back. */
  askAgain(): void {
    this.saidTo = -1;
    this.answered = -1;
  }

  /** Gives the answer with one of these verbs, if it is offered. */
  act(...verbs: Verb[]): boolean {
    const play = this.plays.find(({ verb }) => verbs.includes(verb));
    if (play) this.say(play);
    return play !== undefined;
  }

  /** A card of the own hand was tapped. */
  tap(code: Code, element: HTMLElement): void {
    this.choose(withCard(this.plays, code), code, element);
  }

  /** A card was dragged to a place. */
  drop(code: Code, place: string, element: HTMLElement): void {
    this.choose(atPlace(this.plays, place, code), code, element);
  }

  /** A place was tapped: all that can be done there. */
  aim(place: string, element: HTMLElement): void {
    const plays = atPlace(this.plays, place);
    if (plays.length > 0) this.choose(plays, null, element);
  }

  private choose(plays: Play[], code: Code | null, element: HTMLElement): void {
    const [first] = plays;
    // Whoever plays on has seen the scores.
    if (first) this.sheet = null;
    if (first && plays.length === 1) this.say(first);
    else if (first) this.picking = { plays, at: element.getBoundingClientRect(), card: code, back: element };
    else if (code !== null) this.why(code);
  }

  /** Asks why a card may not be played. */
  why(code: Code): void {
    if (this.scene.you === null) return;
    if (this.playable.has(code)) return;
    this.props().line.send({ why: { say: this.scene.game === "crazier-eights" ? `discard ${code}` : code } });
  }

  hint(): void {
    if (this.plays.length > 0) this.props().line.send({ hint: {} });
  }

  undo(): void {
    if (this.update?.undo) this.props().line.send({ undo: {} });
  }

  rematch(): void {
    this.sheet = null;
    this.props().line.send({ rematch: {} });
  }

  sortAs(sort: "suit" | "rank"): void {
    this.props().onsettings?.({ sort });
  }

  soundOn(sound: boolean): void {
    this.props().onsettings?.({ sound });
  }

  /** A message that is neither room nor update. */
  hear(): void {
    const heard = this.props().heard;
    if (!heard) return;
    if ("why" in heard) this.tellNote({ text: said(heard.why.why, undefined, this.names), kind: "why" });
    else if ("refused" in heard) {
      this.askAgain();
      this.tellNote({ text: said(heard.refused.why, undefined, this.names), kind: "why" });
    } else if ("hint" in heard && heard.hint.step === this.update?.step) {
      this.hinted = heard.hint.say;
      const play = this.plays.find((it) => it.say === heard.hint.say);
      const x = play ? spokenOf(this.scene, play, this.names, this.w, this.lang) : heard.hint.say;
      this.tellNote({ text: `${fill(this.w.hintIs, { x })}. ${said(heard.hint.why, undefined, this.names)}`.trim(), kind: "hint" });
    }
  }

  private tellNote(note: Note): void {
    this.note = note;
    this.spoken = note.text;
  }

  /** Clears away what belonged to an earlier update. */
  take(): void {
    const { update } = this;
    if (!update) return;
    this.picking = null;
    this.hinted = null;
    this.note = null;
    const hand = update["hand-over"] ?? null;
    const over = update.over ?? null;
    if (hand || over) this.sheet = { hand, over, names: this.names };
  }

  /** Takes down what this update told, and says it, when it is called. */
  telling(before: Scene | null): () => void {
    const { update, scene } = this;
    if (!update) return () => undefined;
    const { keep = "" } = this.props();
    return () => this.tell(before, update, scene, keep);
  }

  private tell(before: Scene | null, update: Update, scene: Scene, keep: string): void {
    const newDeal = before === null ? isDeal(update) : before.deal !== scene.deal;
    const tell = (events: readonly unknown[]): string[] => tellEvents(scene.game, events, this.names, this.lang, scene.you);
    const { before: first, after: rest } = newDeal ? aroundDeal(update.events) : { before: update.events, after: [] };
    const lines = newDeal ? [...tell(first), this.w.dealt, ...tell(rest)] : tell(first);
    // To look for an earlier log takes a while; by now the table is drawn.
    this.earlier ??= keptLog(keep);
    this.log = noted(this.log.length > 0 ? this.log : this.earlier, update.step, lines);
    keepLog(keep, this.log);
    this.spoken = [...lines, this.standing()].join(" ");
  }

  /** Turn, top card and what can be done, in a sentence or two. */
  standing(): string {
    const { scene, w, lang } = this;
    if (!this.prompt) return "";
    const parts = [`${this.prompt.title}.`];
    const top = scene.discard.at(-1);
    if (top && this.prompt.mine) {
      const named = scene.named ? `, ${fill(w.named, { n: nameName(scene.game, scene.named, lang) })}` : "";
      parts.push(`${fill(w.topCard, { c: cardName(scene.game, top, lang) })}${named}.`);
    }
    if (this.prompt.mine) parts.push(`${this.prompt.detail}.`);
    return parts.join(" ");
  }
}

/** Makes the state known to everything on the table. */
export function layTable(props: () => TableProps): TableState {
  return setContext(KEY, new TableState(props));
}

/** The state of the table around. */
export function theTable(): TableState {
  return getContext(KEY);
}
