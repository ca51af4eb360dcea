// The messages between a table and those who sit at it.
// Generated from crates/eights-wire by `cargo xtask fresh --write`.

export const VERSION = 2;
export const MAX_MESSAGE_BYTES = 4096;
export const MAX_CHAT = 300;
export const DEFAULT_PORT = 8088;

/** A message to a table, with the number its sender gave it. */
export type Request = { id?: number } & ToServer;

export type ToServer = { "hello": {
  /** The protocol version of the client. */
  version: number,
  /** Whether updates should also describe events in English sentences. */
  words: boolean,
  /** Whether the client shows the end of each hand, and sends `ready` when the next one may begin. The table then waits for this guest: see `room.pause`. */
  pauses?: boolean, } } | { "say": {
  /** The match of that update. */
  "match-id": string,
  /** The step of that update. An answer to another match or step is refused. */
  step: number,
  /** The text of the offer. */
  say: string, } } | { "why": {
  /** A card, or the text of an answer. */
  say: string, } } | { "hint": Record<symbol, never> } | { "undo": Record<symbol, never> } | { "sit": {
  /** The letter of the chair. */
  seat: string, } } | { "stand": Record<symbol, never> } | { "ready": {
  /** Ready, or no longer ready. After a hand, at a table without a clock, `false` also asks for as much time as the sender needs. */
  ready: boolean, } } | { "entropy": {
  /** The characters. */
  entropy: string, } } | { "bot": {
  /** The chair. */
  seat: string,
  /** The bot's level, one of `GET /api/levels`; none removes the bot. */
  level: string | null, } } | { "kick": {
  /** Their `guest`, from a chair, from `room.watching` or from a chat message. */
  guest: string, } } | { "admit": {
  /** Their `guest`, from `room.watching`. */
  guest: string, } } | { "start": Record<symbol, never> } | { "change": {
  /** The game, its rules and the number of chairs. */
  setup: Setup, } } | { "set": {
  /** The new settings; all of them are replaced. */
  settings: Settings, } } | { "rematch": Record<symbol, never> } | { "chat": {
  /** Up to 300 characters. */
  text: string, } } | { "emote": {
  /** Its name: up to 24 of `a`–`z`, `0`–`9` and `-`. */
  emote: string, } } | { "mute": {
  /** Their `guest`. */
  guest: string,
  /** Hide, or show again. */
  mute: boolean, } } | { "ping": {
  /** Returned in the answer. */
  n: number, } };

export type ToClient = { "room": Room } | { "update": Update } | { "done": {
  /** The `id` of the message. */
  id: number, } } | { "refused": {
  /** The `id` of the message, if it had one. */
  id?: number,
  /** The current step of the match; 0 if there is none. */
  step: number,
  /** The reason, for programs. */
  code: RefusalCode,
  /** The reason, in one English sentence. */
  why: string, } } | { "why": {
  /** The `id` of the message, if it had one. */
  id?: number,
  /** The text that was asked about. */
  say: string,
  /** The reason, in one English sentence. */
  why: string, } } | { "hint": {
  /** The `id` of the message, if it had one. */
  id?: number,
  /** The step it is for. */
  step: number,
  /** The `say` of one of the offers. */
  say: string,
  /** The reason for it, in one English sentence. */
  why: string, } } | { "chat": {
  /** The sender's id for `kick` and `mute`. */
  guest: string,
  /** The sender's chair; none for a spectator. */
  seat: string | null,
  /** The sender's name. */
  name: string,
  /** The message. */
  text: string, } } | { "emote": {
  /** The sender's id for `kick` and `mute`. */
  guest: string,
  /** The sender's chair. */
  seat: string,
  /** The name of the gesture. */
  emote: string, } } | { "bye": {
  /** The reason, for programs to decide by. */
  code: ByeCode,
  /** The reason, in one English sentence. */
  why: string,
  /** Milliseconds after which to reconnect; none if the client should not. */
  "back-in": number | null, } } | { "pong": {
  /** The number of the ping. */
  n: number, } };

export type RefusalCode = "unreadable" | "hello-first" | "already-greeted" | "too-fast" | "quota-used-up" | "too-long" | "empty" | "not-your-turn" | "illegal" | "stale" | "match-over" | "no-match" | "not-now" | "no-undo" | "hint-pending" | "no-hint" | "not-seated" | "no-such-seat" | "seat-taken" | "seat-empty" | "not-ready" | "wrong-number-of-seats" | "player-present" | "host-only" | "not-admitted" | "chat-off" | "cannot-kick" | "no-such-guest" | "no-such-level" | "no-such-emote" | "no-such-card" | "no-such-game" | "no-such-rules" | "no-such-table" | "no-such-match" | "no-such-link-code" | "not-found" | "bad-rules" | "bad-settings" | "bad-name" | "no-cookie" | "forbidden" | "not-supported" | "not-saved" | "unavailable" | "internal" | "other";

export type Update = {
  /** The match, the same as `room.match-id`. */
  "match-id": string,
  /** The number of answers so far. */
  step: number,
  /** The cards and the state of the game, as far as the viewer may know them; the form depends on the game. */
  view: unknown,
  /** What the viewer saw happen in this step, in order; the form depends on the game. */
  events: unknown[],
  /** The seat that must answer; none when the match is over. */
  asks: string | null,
  /** Every answer that this viewer may give. Seats that need not answer have offers if the rules let them break in. */
  offers: Array<Offer>,
  /** Points of the match so far, by seat. */
  score: { [key in string]: number },
  /** The hand that ended with this step. */
  "hand-over"?: HandOver | null,
  /** The result of the match, once it is over. */
  over?: Over | null,
  /** The time left for this turn; none at a table without a clock. */
  clock?: Clock | null,
  /** The events in English sentences; only if `hello` asked for words. */
  told?: Array<string>,
  /** Whether `undo` is possible. */
  undo?: boolean, };

export type Offer = {
  /** The text to send back. */
  say: string,
  /** What the player does. */
  verb: Verb,
  /** The cards it uses or chooses, as views write them. Of several that are played together the last ends on top. */
  cards?: Array<string>,
  /** Where they go: `discard`, `play`, or positions of the pool table. */
  places?: Array<string>,
  /** What is named: a suit, rank or colour, a set of balls, or the ball pocketed at each place. */
  names?: Array<string>,
  /** The player who is chosen. */
  whom?: string,
  /** Whether the last card is called with it. */
  call?: boolean, };

export type Verb = "play" | "discard" | "swap" | "pocket" | "block" | "shoot" | "choose" | "name" | "catch" | "challenge" | "draw" | "take" | "pass" | "done" | "yes" | "no" | "end";

export type HandOver = {
  /** The seats that won it; none in a draw. */
  winners: Array<string>,
  /** The points of each seat. */
  points: { [key in string]: number },
  /** Whether the hand ended because nobody could play. */
  blocked: boolean,
  /** The match score after the hand. */
  score: { [key in string]: number }, };

export type ByeCode = "restart" | "taken-over" | "sent-away" | "moved" | "other-version" | "other";

export type Over = {
  /** The seats that won; none in a draw. */
  winners: Array<string>,
  /** The points of the match. */
  points: { [key in string]: number }, };

export type Clock = {
  /** Milliseconds left when the update was sent. */
  left: number,
  /** The full length of the turn, in milliseconds. */
  of: number, };

export type Room = {
  /** The code by which others join; empty for a table in the same process. */
  code: string,
  /** The rules of the next or current match. */
  rules: RulesBrief,
  /** The chairs, in seat order. */
  chairs: Array<Chair>,
  /** The reader's own chair; none for a spectator. If several people share a screen, the chair of the one whose turn it is. */
  you: string | null,
  /** The reader's own `guest`. */
  guest: string,
  /** What the table is doing. */
  phase: Phase,
  /** What the reader may do now. The table checks every message against the same list. */
  may: Array<Permission>,
  /** The table's settings. */
  settings: Settings,
  /** How many spectators there are. */
  watchers: number,
  /** The newest spectators, at most 50. */
  watching: Array<Watcher>,
  /** The `guest` of everybody at the table whom the reader has muted. */
  muted: Array<string>,
  /** The current match, or the last one. */
  "match-id": string | null,
  /** What is needed to verify the shuffle. */
  shuffle: ShuffleProof | null,
  /** A message of the server's operator to everybody, if there is one. */
  banner?: string,
  /** The pause after a hand, while there is one: bots and clocks wait until every chair is `ready`. */
  pause?: Pause, };

export type RulesBrief = {
  /** The game: `crazy-eights`. */
  game: string,
  /** The rule set's name. */
  name: string,
  /** Its title. */
  title: string,
  /** A paragraph for players. */
  about: string,
  /** The hash of what the rules mean. */
  hash: string, };

export type Chair = {
  /** Its letter. */
  seat: string,
  /** Its occupant. */
  who: Who,
  /** Whether they are ready for the match to start, or in a pause for the next hand. */
  ready: boolean, };

export type Who = { "nobody": Record<symbol, never> } | { "person": {
  /** Their id for `kick` and `mute`; it stays the same for as long as the table exists. */
  guest: string,
  /** Their name. No two people at a table have names that look the same. */
  name: string,
  /** Whether they are connected. */
  here: boolean,
  /** Whether they are the host. */
  host: boolean,
  /** The level of the bot that plays for them, while one does. */
  bot: string | null,
  /** How many of their turns in a row ran out of time. */
  missed: number, } } | { "bot": {
  /** Its name. */
  name: string,
  /** Its level. */
  level: string, } };

export type Watcher = {
  /** Their id for `kick`, `mute` and `admit`; it stays the same for as long as the table exists. */
  guest: string,
  /** Their name. */
  name: string,
  /** Whether they are the host. */
  host: boolean,
  /** Whether they are waiting to be admitted by the host. */
  waits: boolean, };

export type Phase = "gathering" | "playing" | "over";

export type Pause = {
  /** Milliseconds after which the pause ends in any case; none once somebody has asked for more time. */
  left: number | null, };

export type Permission = "sit" | "stand" | "ready" | "bot" | "kick" | "admit" | "start" | "change" | "set" | "rematch" | "chat";

export type Settings = {
  /** Whether the table is in the public list. */
  public: boolean,
  /** Seconds to answer, from 3 to 86400; none for no clock. */
  "turn-seconds": number | null,
  /** Whether chat is enabled. */
  chat: boolean,
  /** Whether newcomers may sit down and talk at once. */
  door: Door, };

export type Door = "open" | "ask";

export type ShuffleProof = {
  /** The hash of the table's secret, published before anybody added entropy. */
  commitment: string,
  /** The entropy of each seat, in seat order; empty for a seat that added none. */
  entropy: Array<string>,
  /** The table's secret, when the match is over. */
  secret: string | null, };

export type Setup = {
  /** The game: `crazy-eights`. */
  game: string,
  /** The name of a shipped or saved rule set; empty for the game's default. */
  rules: string,
  /** The number of chairs. */
  seats: number, };
