// The messages between a table and those who sit at it.
// Generated from crates/eights-wire by `cargo xtask fresh --write`.

export const VERSION = 2;
export const LONGEST = 4096;
export const MAX_CHAT = 300;
export const DEFAULT_PORT = 8088;

/** A message to a table, with the number its sender gave it. */
export type Request = { id?: number } & ToServer;

export type ToServer = { "hello": {
  /** The version of the messages that the client speaks. */
  version: number,
  /** Whether updates should also say in English sentences what happened. */
  words: boolean, } } | { "say": {
  /** The match of that update. */
  "match-id": string,
  /** The step of that update. An answer to another match or step is refused. */
  step: number,
  /** The text of the offer. */
  say: string, } } | { "why": {
  /** A card, or the text of an answer. */
  say: string, } } | { "hint": Record<symbol, never> } | { "undo": Record<symbol, never> } | { "sit": {
  /** Its letter. */
  seat: string, } } | { "stand": Record<symbol, never> } | { "ready": {
  /** Ready, or not any more. */
  ready: boolean, } } | { "entropy": {
  /** The characters. */
  entropy: string, } } | { "bot": {
  /** The chair. */
  seat: string,
  /** Its level, one of `GET /api/levels`; none takes the bot away. */
  level: string | null, } } | { "kick": {
  /** Their `guest`, from a chair, from `room.watching` or from a chat message. */
  guest: string, } } | { "admit": {
  /** Their `guest`, from `room.watching`. */
  guest: string, } } | { "start": Record<symbol, never> } | { "change": {
  /** What is to be played. */
  setup: Setup, } } | { "set": {
  /** All of them. */
  settings: Settings, } } | { "rematch": Record<symbol, never> } | { "chat": {
  /** Up to 300 characters. */
  text: string, } } | { "emote": {
  /** Its name: up to 24 of `a`–`z`, `0`–`9` and `-`. */
  emote: string, } } | { "mute": {
  /** Their `guest`. */
  guest: string,
  /** Hide, or show again. */
  mute: boolean, } } | { "ping": {
  /** Comes back in the answer. */
  n: number, } };

export type ToClient = { "room": Room } | { "update": Update } | { "done": {
  /** The `id` of the message. */
  id: number, } } | { "refused": {
  /** The `id` of the message, if it had one. */
  id?: number,
  /** The step at which the match stands; 0 where none is played. */
  step: number,
  /** The reason, in one English sentence. */
  why: string, } } | { "why": {
  /** The `id` of the message, if it had one. */
  id?: number,
  /** What was asked about. */
  say: string,
  /** The reason, in one English sentence. */
  why: string, } } | { "hint": {
  /** The `id` of the message, if it had one. */
  id?: number,
  /** The step it is for. */
  step: number,
  /** The `say` of one of the offers. */
  say: string,
  /** What speaks for it, in one English sentence. */
  why: string, } } | { "chat": {
  /** Who, as `kick` and `mute` take it. */
  guest: string,
  /** Their chair; none for a spectator. */
  seat: string | null,
  /** Their name. */
  name: string,
  /** What they said. */
  text: string, } } | { "emote": {
  /** Who, as `kick` and `mute` take it. */
  guest: string,
  /** Their chair. */
  seat: string,
  /** Its name. */
  emote: string, } } | { "bye": {
  /** The reason, in one English sentence. */
  why: string,
  /** Milliseconds after which to connect again; none: do not. */
  "back-in": number | null, } } | { "pong": {
  /** The number of the ping. */
  n: number, } };

export type Update = {
  /** The match, the same as `room.match-id`. */
  "match-id": string,
  /** How many answers the match has had. */
  step: number,
  /** The cards and the state of the game, as far as the viewer may know them; each game has its own form. */
  view: unknown,
  /** What the viewer saw happen in this step, in order; each game has its own forms. */
  events: unknown[],
  /** The seat that must answer now; none when the match is over. */
  asks: string | null,
  /** Every answer that this viewer may give. A seat that is not asked has some where the rules let it break in. */
  offers: Array<Offer>,
  /** Points of the match so far, by seat. */
  score: { [key in string]: number },
  /** The hand that ended with this step. */
  "hand-over"?: HandOver | null,
  /** How the match ended. */
  over?: Over | null,
  /** How long the seat that is asked may think; none at a table without a clock. */
  clock?: Clock | null,
  /** The events in English sentences; only where `hello` asked for words. */
  told?: Array<string>,
  /** Whether `undo` would take something back. */
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

export type Verb = "play" | "discard" | "swap" | "pocket" | "block" | "shoot" | "choose" | "name" | "catch" | "draw" | "take" | "pass" | "done" | "yes" | "no" | "end";

export type HandOver = {
  /** The seats that won it; none in a draw. */
  winners: Array<string>,
  /** What each seat scored in it. */
  points: { [key in string]: number },
  /** Whether it ended because nobody could play on. */
  blocked: boolean,
  /** The match score after it. */
  score: { [key in string]: number }, };

export type Over = {
  /** The seats that won; none in a draw. */
  winners: Array<string>,
  /** The points of the match. */
  points: { [key in string]: number }, };

export type Clock = {
  /** Milliseconds left when this was sent. */
  left: number,
  /** Milliseconds there were at first. */
  of: number, };

export type Room = {
  /** The code by which others join; empty for a table in this program. */
  code: string,
  /** What is played. */
  rules: RulesBrief,
  /** The chairs, in seat order. */
  chairs: Array<Chair>,
  /** The reader's own chair; none for a spectator. Where several people share a screen, the chair of the one who must answer. */
  you: string | null,
  /** The reader's own `guest`. */
  guest: string,
  /** What happens at the table. */
  phase: Phase,
  /** What the reader may do now. The table checks every message against the same list. */
  may: Array<Permission>,
  /** The table's settings. */
  settings: Settings,
  /** How many spectators there are. */
  watchers: number,
  /** The spectators who came last, at most 50 of them. */
  watching: Array<Watcher>,
  /** The `guest` of everybody at the table whom the reader has muted. */
  muted: Array<string>,
  /** The match that is played, or was played last. */
  "match-id": string | null,
  /** What anybody needs to check the shuffle. */
  shuffle: ShuffleProof | null, };

export type RulesBrief = {
  /** The game: `crazy-eights`. */
  game: string,
  /** The rule set's name. */
  name: string,
  /** What people call it. */
  title: string,
  /** A paragraph for players. */
  about: string,
  /** The hash of what the rules mean. */
  hash: string, };

export type Chair = {
  /** Its letter. */
  seat: string,
  /** Who sits there. */
  who: Who,
  /** Whether they are ready for the match to start. */
  ready: boolean, };

export type Who = { "nobody": Record<symbol, never> } | { "person": {
  /** Who, as `kick` and `mute` take it: the same for as long as the table exists. */
  guest: string,
  /** Their name. No two people at a table have names that look the same. */
  name: string,
  /** Whether they are connected. */
  here: boolean,
  /** Whether the table is theirs. */
  host: boolean,
  /** The level of the bot that plays for them, while one does. */
  bot: string | null, } } | { "bot": {
  /** Its name. */
  name: string,
  /** Its level. */
  level: string, } };

export type Watcher = {
  /** Who, as `kick`, `mute` and `admit` take it: the same for as long as the table exists. */
  guest: string,
  /** Their name. */
  name: string,
  /** Whether the table is theirs. */
  host: boolean,
  /** Whether they wait for the host to admit them. */
  waits: boolean, };

export type Phase = "gathering" | "playing" | "over";

export type Permission = "sit" | "stand" | "ready" | "bot" | "kick" | "admit" | "start" | "change" | "set" | "rematch" | "chat";

export type Settings = {
  /** Whether it is in the list of open tables. */
  public: boolean,
  /** Seconds to answer, from 3 to 86400; none for no clock. */
  "turn-seconds": number | null,
  /** Whether people may talk. */
  chat: boolean,
  /** Whether newcomers may sit down and talk at once. */
  door: Door, };

export type Door = "open" | "ask";

export type ShuffleProof = {
  /** The hash of the table's secret, published before anybody added to the shuffle. */
  commitment: string,
  /** What the seats added, in seat order; empty where a seat added nothing. */
  entropy: Array<string>,
  /** The table's secret, when the match is over. */
  secret: string | null, };

export type Setup = {
  /** The game: `crazy-eights`. */
  game: string,
  /** The name of a shipped or saved rule set; empty for the game's usual one. */
  rules: string,
  /** How many chairs. */
  seats: number, };
