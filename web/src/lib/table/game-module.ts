// The seam between the table and a game: one object with everything the page knows about that game.
// A game brings its own in `src/games/<id>/index.ts`; a game without one is drawn by `generic/`.

import type { Component, Snippet } from "svelte";
import type { Language } from "../i18n/language";
import type { AnyNarration, TableEvent } from "../narrate/events";
import type { Narrator } from "../narrate/narrator";
import type { Cue } from "../sound/sounds";
import type { Play, Verb } from "./offers";
import type { Scene } from "./scene";
import type { Code, RuleSheet, Seat, Sheet } from "./types";
import type { Words } from "./words";

/** The size of the table, and how much larger everything is drawn on a desk-sized screen. */
export interface BoardProps {
  room: { width: number; height: number };
  scale: number;
}

/** What the table shows of the rules of a match. */
export interface MatchRules {
  /** The points that end the match; null where something else does. */
  target: number | null;
  /** The points that a card left in a hand counts. */
  worth?(code: Code): number;
}

/** What an offer is described with. */
export interface OfferContext {
  scene: Scene;
  names: Record<Seat, string>;
  w: Words;
  lang: Language;
}

/** What the last screen of a match tells. Everything comes from the view: what cannot be known is left out. */
export interface Ending {
  /** The cards that decided the match, the one in front in the middle. */
  cards: Code[];
  /** How it was decided, in a sentence; empty where that is not known. */
  text: string;
  /** Numbers worth telling. */
  facts: { n: number; text: string }[];
}

/** Something that the text of a card does. Elements and places are named as in `Flight`. */
export interface Deed {
  /** Where the card that does it is seen, the likeliest first. */
  from: string[];
  /** What it is done to. */
  to: string[];
  /** The places of its events in the step: what they move waits for the thread. */
  events: number[];
  /** A few signs at what it is done to, such as "+2". */
  mark?: string;
  /** The card that it destroys, which is torn. */
  torn?: Code;
}

/** The drawing of a suit: the name of a symbol of the page, and a colour. */
export interface SuitSign {
  symbol: string;
  colour: string;
}

/** `View` is the game's own type of view, which is generated; the table hands it on without looking inside. */
export interface GameModule<View = never> {
  /** Draws seats and piles; the own hand, the question and the log are the table's. */
  Board: Component<BoardProps>;
  /** Draws the front of a card; a small one has no room for more than what it is played by. */
  Face: Component<{ code: Code; large?: boolean; small?: boolean }>;
  /** Draws the end of a hand, with all cards open; a score sheet where it is missing. */
  HandEnd?: Component<{ sheet: Sheet; ready: () => void }>;
  /** Whether the board itself shows the last sentences of what happened; else they stand above the question. */
  boardSays?: boolean;
  /** SVG symbols that faces and board refer to, drawn once for the page. */
  Symbols?: Component;
  /** Explains a card closely, sentence by sentence; loaded when somebody asks. */
  loadReader?(): Promise<{ default: Component<{ code: Code; children?: Snippet }> }>;
  /** The suits that can be named, by their letters. */
  suits?: Record<string, SuitSign>;
  /** Draws a suit, rank or colour that was named; the sign of the suit, or text, where it is missing. */
  NameSign?: Component<{ name: string }>;

  /** The module that draws the cards of a view, where a game is played with several packs. */
  forView?(view: View): GameModule;

  /** Copies what the view says into the scene. Piles, hands and `asks` are there already. */
  readView(scene: Scene, view: View): void;

  /** What the rule sheet says about the match. */
  readRules?(sheet: RuleSheet, seats: number): MatchRules;

  /** What stands beside the title of the match: what wins it, and how far it is. */
  matchLine?(scene: Scene, rules: MatchRules | null, w: Words): string;

  /** "eight of spades", "Devious Dragon". Never called with a back. */
  cardName(code: Code, lang: Language): string;
  /** The cards that prose may call by their names. */
  namedCards?(): readonly Code[];
  /** All that is printed on a card, for screen readers; its name where this is missing. */
  describeCard?(code: Code, w: Words, lang: Language): string;
  /** The English sentence on a card. Cards of a game that has this can be looked at large. */
  cardText?(code: Code): string;
  /** What kind of card it is, in a few words. */
  cardKind?(code: Code, lang: Language): string;
  /** What a named suit, rank or colour is called. */
  nameLabel(name: string, lang: Language): string;
  /** The position of a card in a hand sorted by suit, then within the suit. */
  sortKeys(code: Code): [suit: number, rank: number];
  /** How cards of the hand are drawn, in pixels. */
  hand?: {
    /** How much wider than usual, and on a large screen. */
    scale?: number;
    roomy?: number;
    /** The width of a number of cards, instead. */
    width?(room: BoardProps["room"], count: number): number;
    /** How much of each must stay visible. */
    least: number;
    /** Whether a card is known by its foot: of several rows the upper ones then lie on the lower ones. */
    footed?: boolean;
    /** From which width on a card shows its text. */
    readable?: number;
  };

  /** What the reader is asked to do. */
  question(scene: Scene, plays: readonly Play[], w: Words): string;
  /** Whether somebody else is choosing something rather than taking an ordinary turn. */
  isChoosing(scene: Scene): boolean;
  /** The text of an offer on a button; null for the usual text of its verb. */
  offerLabel(play: Play, context: OfferContext): string | null;
  /** A few words below that text: what comes of it, or why it is allowed. */
  offerNote?(play: Play, context: OfferContext): string;
  /** Whether that text already says which cards the offer is about. */
  labelNamesCards(play: Play): boolean;
  /** Offers that the board draws itself, so that they need no button. */
  boardVerbs: readonly Verb[];
  /** Whether one of several offers for a card is picked part by part (cards, name, player) instead of from one list. */
  picksByParts?: boolean;
  /** Whether a tap on a touch screen plays a card at once; without it the card is read first. For games whose cards say nothing but rank and suit. */
  tapPlays?: boolean;
  /** Whether an offer only gets rid of a card. Such a card is not marked as playable, and no first tap or key does it. */
  throwsAway?(play: Play): boolean;
  /** Whether all answers without a card are drawn as the main button. */
  plainAnswersAreMain?: boolean;
  /** What the table is asked in order to learn why a card cannot be played; the card where this is missing. */
  whyQuery?(code: Code): string;

  /** A sentence for each kind of event: a `Narration` of the game's own events. */
  narration: AnyNarration;
  /** A sentence for an event of a kind that `narration` does not have. */
  narrateOther?(kind: string, body: unknown, narrator: Narrator): string | null;
  /** The heading of the score sheet after a hand that nobody could finish. */
  blockedTitle?(w: Words): string;
  /** What is special about the end of a match of this game; the usual words where this is missing. */
  ending?(view: View, winners: readonly Seat[], context: OfferContext): Ending;
  /** How far a seat came, for matches without points; its cards where this is missing. */
  standing?(view: View, seat: Seat, context: OfferContext): string;
  /** Whether hands are filled again after every turn: that only one card is left then means nothing. */
  refillsHand?: boolean;
  /** What events of this game sound like by their kind, besides cards that move. */
  sounds?: Readonly<Record<string, (body: never) => readonly Cue[]>>;
  /** What the texts of cards do in a step; shown by threads from the card to what it affects, before that moves. */
  deeds?(before: Scene, events: readonly TableEvent[]): Deed[];
}
