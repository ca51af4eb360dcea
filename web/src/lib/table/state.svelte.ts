// The state of a table for one viewer: derived from room and update, plus what the viewer is doing.

import { getContext, setContext } from "svelte";
import { language, translate } from "../i18n/index.svelte";
import { cardName, narrate } from "../narrate";
import type { TableEvent } from "../narrate/events";
import { afterFrame } from "./after-frame";
import { handPoints, lastCards } from "./announce";
import { aroundDeal, saveLog, loadLog, noted, type Entry } from "./log";
import { atPlace, playsOf, withCard, type Play, type Verb } from "./offers";
import type { GameModule, MatchRules, OfferContext } from "./game-module";
import { promptOf, spokenOf } from "./prompt";
import { UNDEALT, emptyScene, isDeal, namesOf, own, sceneOf, type Scene } from "./scene";
import { keyed, sortHand } from "./sort";
import { standInFor } from "../ui/names";
import { BACK, eventsOf, type Code, type Seat, type Sheet, type TableProps, type Update } from "./types";
import { fill } from "./words";

const KEY = Symbol("table");

/** Milliseconds after which an answer that is still pending hides its offers. */
const SOON = 80;

/** Faces drawn per frame. */
const AT_ONCE = 4;

/** What is picked from when a card offers more than one thing. */
export interface Picking {
  plays: Play[];
  /** Where the picker points to. */
  at: DOMRect;
  card: Code | null;
  back: HTMLElement | null;
  /** A card was tapped on a touch screen: its text is read first, and its buttons do something. */
  reading?: boolean;
}

/** A short note to the player. */
export interface Note {
  text: string;
  kind: "why" | "hint";
}

export class TableState {
  private readonly props: () => TableProps;
  readonly game: GameModule;
  picking = $state.raw<Picking | null>(null);
  note = $state.raw<Note | null>(null);
  /** The result that is shown. */
  sheet = $state.raw<Sheet | null>(null);
  /** The hand that has just ended. As long as it is looked at, nothing of the next one is drawn. */
  ended = $state.raw<Sheet | null>(null);
  /** Whether the others wait for the reader, who still looks at the end of a hand. */
  awaited = $state(false);
  /** What the rules of the match say, once they are known. */
  rules = $state.raw<MatchRules | null>(null);
  /** The card that is shown large, and what it was shown for. */
  peek = $state.raw<{ code: Code; at: DOMRect } | null>(null);
  /** The card whose sentences are explained. */
  explained = $state.raw<Code | null>(null);
  /** The offer that a hint named. */
  private hintSaid = $state.raw<string | null>(null);
  /** Cards of the hand, by key, that the board lights together with something on the table. */
  lit = $state.raw<ReadonlySet<string>>(new Set());
  /** The number of cards in the hand that have a face already. */
  faces = $state(Infinity);
  private faced = UNDEALT;
  /** The card that was shown large last. */
  private presented: Code | null = null;
  log = $state.raw<Entry[]>([]);
  /** The log of a time before this table was drawn. */
  private earlier: Entry[] | null = null;
  /** What the live region says. */
  spoken = $state("");
  /** What is said at once, whatever else is being read. */
  alarm = $state("");
  /** What it says when the next hand is shown. */
  private dealSpoken = "";
  /** The place over which a card is dragged. */
  over = $state<string | null>(null);
  dragging = $state<Code | null>(null);
  /** The step whose offers are hidden because they have been answered. */
  private answeredStep = $state(-1);
  /** The step that an answer was sent for. */
  private sentStep = $state(-1);

  constructor(game: GameModule, props: () => TableProps) {
    this.game = game;
    this.props = props;
  }

  readonly lang = $derived.by(() => language());
  readonly w = $derived.by(() => this.lang.table);
  readonly room = $derived.by(() => this.props().room);
  readonly update = $derived.by(() => this.props().update);
  readonly settings = $derived.by(() => this.props().settings);
  readonly names = $derived.by(() => namesOf(this.room));
  readonly scene: Scene = $derived.by(() =>
    this.update ? sceneOf(this.game, this.room, this.update) : emptyScene(this.room),
  );
  readonly plays: Play[] = $derived.by(() =>
    this.update && this.answeredStep !== this.update.step ? playsOf(this.update.offers) : [],
  );
  /** An answer is on its way. */
  readonly isWaiting = $derived.by(() => this.update !== null && this.sentStep === this.update.step);
  readonly prompt = $derived.by(() => {
    if (!this.update) return null;
    if (standInFor(this.room, this.scene.you) !== null)
      return { title: this.w.botForYou, detail: "", card: null, text: "", mine: false };
    return promptOf(this.game, this.scene, this.plays, this.names, this.w);
  });
  /** The offer that is marked, by a hint or by the lesson. */
  readonly hinted = $derived.by(() => this.hintSaid ?? this.props().meant ?? null);
  readonly target = $derived.by(() => this.rules?.target ?? null);
  readonly mine = $derived.by(() => own(this.scene));
  readonly hand = $derived.by(() => keyed(sortHand(this.game, this.mine?.hand ?? [], this.settings.sort)));
  /** Cards to choose from that are not all in the own hand. */
  readonly tray: Play[] = $derived.by(() => {
    const chosen = this.plays.filter((play) => play.verb === "choose" && play.cards.length > 0);
    const held = new Set(this.mine?.hand);
    return chosen.every((play) => held.has(play.cards[0] ?? "")) ? [] : chosen;
  });
  /** Offers that are neither about a card of the hand or the tray nor drawn by the board. */
  readonly buttons: Play[] = $derived.by(() => {
    const held = new Set(this.mine?.hand);
    const inTray = new Set(this.tray.map((play) => play.say));
    return this.plays.filter(
      (play) =>
        !play.cards.some((code) => held.has(code)) &&
        !inTray.has(play.say) &&
        !this.game.boardVerbs.includes(play.verb),
    );
  });
  /** The only thing left is to end the turn. */
  readonly ending: Play | null = $derived.by(() => {
    const [only, ...more] = this.plays;
    return only?.verb === "end" && more.length === 0 ? only : null;
  });
  readonly offerContext: OfferContext = $derived.by(() => ({
    scene: this.scene,
    names: this.names,
    w: this.w,
    lang: this.lang,
  }));
  readonly playable = $derived.by(
    () => new Set(this.plays.filter((play) => !this.game.throwsAway?.(play)).flatMap((play) => play.cards)),
  );
  /** Cards that can at least be thrown away. */
  readonly usable = $derived.by(() => new Set(this.plays.flatMap((play) => play.cards)));
  /** Places to which the dragged card, or any card, may go. */
  readonly targets = $derived.by(() => {
    const drawn = this.dragging;
    return new Set(
      this.plays.filter((play) => drawn === null || play.cards.includes(drawn)).flatMap((play) => play.places),
    );
  });

  /** Draws the faces of a hand that was dealt, frame by frame; cards that come later have theirs at once. */
  revealFaces(again = false): void {
    if (this.scene.deal === this.faced && !again) return;
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
    return this.isInstant || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Whether nothing is shown for a while, not even what stands still. */
  get isInstant(): boolean {
    return this.settings.speed <= 0 || document.hidden;
  }

  /** Whether people sit at the table now; a record of a match is only looked at. */
  get isLive(): boolean {
    return this.props().connection.sheet !== undefined;
  }

  /** Gives an answer. */
  say(play: Play): void {
    const { update } = this;
    if (!update || update.step === this.sentStep) return;
    const { step } = update;
    this.picking = null;
    this.note = null;
    this.hintSaid = null;
    this.peek = null;
    this.sentStep = step;
    // Offers stay for a moment: hiding them before a quick reply would draw everything twice and flicker.
    setTimeout(() => step === this.sentStep && (this.answeredStep = step), SOON);
    this.props().connection.send({ say: { "match-id": update["match-id"], step, say: play.say } });
  }

  /** Lets the offers be answered again, since the answer may have been lost or taken back. */
  reopenOffers(): void {
    this.sentStep = -1;
    this.answeredStep = -1;
  }

  /** Gives the answer with one of these verbs, if it is offered. */
  act(...verbs: Verb[]): boolean {
    const play = this.plays.find(({ verb }) => verbs.includes(verb));
    if (play) this.say(play);
    return play !== undefined;
  }

  /** A card of the own hand was tapped. */
  tap(code: Code, element: HTMLElement, byTouch = false): void {
    const plays = withCard(this.plays, code);
    if (byTouch && !this.game.tapPlays) this.select(plays, code, element);
    else this.choose(plays, code, element, this.game.cardText !== undefined);
  }

  /** Shows what a card says and what can be done with it; a second tap puts it back. */
  private select(plays: Play[], code: Code, element: HTMLElement): void {
    const again = this.picking?.card === code;
    this.picking = null;
    if (again) return;
    if (plays.length > 0) this.sheet = null;
    else this.why(code);
    if (plays.length === 0 && !this.game.cardText) return;
    this.picking = { plays, at: element.getBoundingClientRect(), card: code, back: element, reading: true };
    this.spoken = this.describe(code);
  }

  /** Shows what a card that lies on the table says; a second tap puts it back. */
  read(code: Code, element: HTMLElement): void {
    const again = this.picking?.card === code;
    this.picking = again
      ? null
      : { plays: [], at: element.getBoundingClientRect(), card: code, back: element, reading: true };
    if (!again) this.spoken = this.describe(code);
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

  /** Does what can be done, or has it picked. A card with a text is never used by the first click, unless it answers a question. */
  private choose(plays: Play[], code: Code | null, element: HTMLElement, readFirst = false): void {
    const [first] = plays;
    // Playing on closes the score sheet.
    if (first) this.sheet = null;
    if (first && plays.length === 1 && !this.game.throwsAway?.(first) && !(readFirst && first.verb !== "choose"))
      this.say(first);
    else if (first) this.picking = { plays, at: element.getBoundingClientRect(), card: code, back: element };
    else if (code !== null) this.why(code);
  }

  /** WorkerApi why a card may not be played. */
  why(code: Code): void {
    if (this.scene.you === null) return;
    if (this.usable.has(code)) return;
    this.props().connection.send({ why: { say: this.game.whyQuery?.(code) ?? code } });
  }

  /** A card in words, for screen readers. */
  describe(code: Code): string {
    return code !== BACK && this.game.describeCard
      ? this.game.describeCard(code, this.w, this.lang)
      : cardName(this.game, code, this.lang);
  }

  hint(): void {
    if (this.plays.length > 0) this.props().connection.send({ hint: {} });
  }

  undo(): void {
    if (this.update?.undo) this.props().connection.send({ undo: {} });
  }

  rematch(): void {
    this.sheet = null;
    this.props().connection.send({ rematch: {} });
  }

  /** Whether a match that is over can be watched again. */
  get canReplay(): boolean {
    return this.props().onreplay !== undefined;
  }

  replay(): void {
    this.props().onreplay?.();
  }

  /** Where the match of a server can be seen again. */
  get address(): string | null {
    if (location.pathname.startsWith("/replay/server/")) return `${location.origin}${location.pathname}`;
    const id = this.room.code === "" ? null : this.room["match-id"];
    return id === null ? null : `${location.origin}/replay/server/${id}`;
  }

  sortAs(sort: "suit" | "rank"): void {
    this.props().onsettings?.({ sort });
  }

  soundOn(sound: boolean): void {
    this.props().onsettings?.({ sound });
  }

  /** A message that is neither room nor update. */
  showMessage(): void {
    const message = this.props().message;
    if (!message) return;
    if ("why" in message) this.showNote({ text: translate(message.why.why, undefined, this.names), kind: "why" });
    else if ("refused" in message) {
      this.reopenOffers();
      this.showNote({ text: translate(message.refused.why, undefined, this.names), kind: "why" });
    } else if ("hint" in message && message.hint.step === this.update?.step) {
      this.hintSaid = message.hint.say;
      const play = this.plays.find((play) => play.say === message.hint.say);
      const x = play ? spokenOf(this.game, play, this.offerContext) : message.hint.say;
      this.showNote({
        text: `${fill(this.w.hintIs, { x })}. ${translate(message.hint.why, undefined, this.names)}`.trim(),
        kind: "hint",
      });
    }
  }

  private showNote(note: Note): void {
    this.note = note;
    this.spoken = note.text;
  }

  /** Clears away what belonged to an earlier update; `isBack` is whether somebody took back what came after this one. */
  reset(isBack = false): void {
    const { update } = this;
    if (!update) return;
    this.picking = null;
    this.hintSaid = null;
    this.note = null;
    // A replay closes what it showed at the end of a hand and goes on.
    if (!this.isLive) [this.ended, this.sheet] = [null, null];
    if (isBack && this.isLive) {
      this.ended = null;
      this.sheet = null;
      // The end of the hand before was looked at already.
      return;
    }
    const hand = update["hand-over"] ?? null;
    const over = update.over ?? null;
    if (!hand && !over) return;
    const sheet = { hand, over, names: this.names, events: eventsOf(update) };
    // A replay that ends with the match shows how the match ended.
    if (hand && (over ? this.isLive && this.game.HandEnd : true)) this.ended = sheet;
    else this.sheet = sheet;
  }

  /** The end of a hand has been looked at: deals the next one, or shows who has won the match. */
  afterHand(): void {
    const { ended } = this;
    if (!ended) return;
    this.ended = null;
    if (ended.over) this.sheet = ended;
    else {
      this.spoken = this.dealSpoken;
      this.props().connection.nextHand?.();
    }
  }

  /** The reader wants to look at the end of the hand for longer; everybody else waits. */
  askForTime(): void {
    this.props().connection.send({ ready: { ready: false } });
  }

  /** Asks for the rules of the match, where the game can say something about them. */
  async loadRules(): Promise<void> {
    if (!this.game.readRules) return;
    const { room } = this;
    const sheet = await this.props()
      .connection.sheet?.(room.rules)
      .catch(() => null);
    if (sheet) this.rules = this.game.readRules(sheet, room.chairs.length);
  }

  /** Takes down what this update told, and says it, when it is called. */
  narration(before: Scene | null, isBack = false): () => void {
    const { update, scene } = this;
    if (!update) return () => undefined;
    const { logKey = "" } = this.props();
    return () =>
      isBack && this.isLive ? this.takeBack(update.step, logKey) : this.narrate(before, update, scene, logKey);
  }

  /** What came after a step did not happen: takes it out of the log, and says what was taken back. */
  private takeBack(step: number, logKey: string): void {
    const log = this.log.length > 0 ? this.log : loadLog(logKey);
    const undone = log.find((entry) => entry.step > step)?.lines[0];
    this.log = noted(log, step + 1, []);
    saveLog(logKey, this.log);
    const text = undone ? fill(this.w.tookBack, { x: undone }) : this.w.tookBackLast;
    this.note = { text, kind: "why" };
    this.spoken = `${text} ${this.summary()}`;
  }

  private narrate(before: Scene | null, update: Update, scene: Scene, logKey: string): void {
    const newDeal = before === null ? isDeal(update) : before.deal !== scene.deal;
    const sentences = (events: readonly TableEvent[]): string[] =>
      this.tell(events, before?.speaking ?? null, scene.view);
    const { before: first, after: rest } = newDeal
      ? aroundDeal(eventsOf(update))
      : { before: eventsOf(update), after: [] };
    const ending = sentences(first);
    const deal = newDeal ? [this.w.dealt, ...sentences(rest)] : [];
    const lines = [...ending, ...deal];
    // To look for an earlier log takes a while; by now the table is drawn.
    this.earlier ??= loadLog(logKey);
    this.log = noted(this.log.length > 0 ? this.log : this.earlier, update.step, lines);
    saveLog(logKey, this.log);
    // A card that was shown large has been announced already.
    const told = eventsOf(update).flatMap((event) =>
      typeof event === "object" && "event" in event && event.card === this.presented
        ? [this.playedSentence(event.card, event.seat)]
        : [],
    );
    const points = handPoints(update["hand-over"] ?? null, scene.you, this.names, this.w);
    const news = [...ending.filter((line) => !told.some((sentence) => line.startsWith(sentence))), ...points];
    this.presented = null;
    this.alarm = this.game.refillsHand ? "" : lastCards(before, scene, this.names, this.w).join(" ");
    // What the next hand brings is said when it is shown.
    this.dealSpoken = [...deal, this.summary()].join(" ");
    this.spoken = (this.ended ? news : [...news, this.dealSpoken]).join(" ");
  }

  /** What happened, in sentences; `speaking` is the card whose text was being carried out before. */
  tell(
    events: readonly TableEvent[],
    speaking: Code | null = this.scene.speaking,
    view: unknown = this.scene.view,
  ): string[] {
    return narrate(this.game, events, this.names, this.lang, this.scene.you, view, speaking);
  }

  /** Says which card is shown large, and what is on it; the log repeats it for the eyes only. */
  announce(code: Code, seat: Seat): void {
    this.picking = null;
    this.peek = null;
    this.presented = code;
    this.spoken = `${this.playedSentence(code, seat)} ${translate(this.game.cardText?.(code) ?? "")}`;
  }

  /** "Cleo plays Masquerade." */
  playedSentence(code: Code, seat: Seat): string {
    return this.tell([{ event: "played", seat, card: code }], null)[0]?.split(/(?<=\.) /)[0] ?? "";
  }

  /** Turn, top card and what can be done, in a sentence or two. */
  summary(): string {
    const { scene, w, lang } = this;
    if (!this.prompt) return "";
    const parts = [`${this.prompt.title}.`];
    const top = scene.discard.at(-1);
    if (top && this.prompt.mine) {
      const named = scene.named ? `, ${fill(w.named, { n: this.game.nameLabel(scene.named, lang) })}` : "";
      parts.push(`${fill(w.topCard, { c: cardName(this.game, top, lang) })}${named}.`);
    }
    if (this.prompt.mine) parts.push(`${this.prompt.detail}.`);
    return parts.join(" ");
  }
}

/** Makes the state available to everything on the table. */
export function provideTable(game: GameModule, props: () => TableProps): TableState {
  return setContext(KEY, new TableState(game, props));
}

/** The state of the table around. */
export function useTable(): TableState {
  return getContext(KEY);
}
