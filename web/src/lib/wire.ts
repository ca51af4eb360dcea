// The messages between a table and those who sit at it.
// Generated from crates/eights-wire by `cargo xtask fresh --write`.

export const VERSION = 1;
export const LONGEST = 4096;
export const DEFAULT_PORT = 8088;

export type ToServer = { "hello": {
/**
 * The version of the messages.
 */
version: number,
/**
 * Whether updates shall tell in sentences what happened.
 */
words: boolean, } } | { "say": {
/**
 * The step of the update in which it was offered.
 */
step: number,
/**
 * The text of the offer.
 */
say: string, } } | { "why": {
/**
 * A card or an answer.
 */
say: string, } } | { "hint": Record<symbol, never> } | { "undo": Record<symbol, never> } | { "sit": {
/**
 * Its letter.
 */
seat: string, } } | { "stand": Record<symbol, never> } | { "ready": {
/**
 * Which.
 */
ready: boolean, } } | { "entropy": {
/**
 * The characters.
 */
entropy: string, } } | { "bot": {
/**
 * The chair.
 */
seat: string,
/**
 * The level; none takes the bot away.
 */
level: string | null, } } | { "kick": {
/**
 * The chair.
 */
seat: string, } } | { "start": Record<symbol, never> } | { "change": {
/**
 * What is to be played.
 */
setup: Setup, } } | { "set": {
/**
 * All of them.
 */
settings: Settings, } } | { "rematch": Record<symbol, never> } | { "chat": {
/**
 * What.
 */
text: string, } } | { "emote": {
/**
 * Its name.
 */
emote: string, } } | { "mute": {
/**
 * The chair.
 */
seat: string,
/**
 * Which.
 */
mute: boolean, } } | { "ping": {
/**
 * Comes back with the answer.
 */
n: number, } };

export type ToClient = { "room": Room } | { "update": Update } | { "refused": {
/**
 * The step at which the table stands.
 */
step: number,
/**
 * One sentence.
 */
why: string, } } | { "why": {
/**
 * What it was.
 */
say: string,
/**
 * One sentence.
 */
why: string, } } | { "hint": {
/**
 * The step it is for.
 */
step: number,
/**
 * One of the offers.
 */
say: string,
/**
 * One sentence.
 */
why: string, } } | { "chat": {
/**
 * The chair, none for a spectator.
 */
seat: string | null,
/**
 * Who.
 */
name: string,
/**
 * What.
 */
text: string, } } | { "emote": {
/**
 * The chair.
 */
seat: string,
/**
 * Which.
 */
emote: string, } } | { "bye": {
/**
 * One sentence.
 */
why: string,
/**
 * Whether to come back by itself, and after how many milliseconds.
 */
"back-in": number | null, } } | { "pong": {
/**
 * The number of the question.
 */
n: number, } };

export type Update = {
/**
 * How many inputs there have been.
 */
step: number,
/**
 * What the viewer may know; its form is the game's.
 */
view: unknown,
/**
 * What the viewer saw happen in the last step, a list; its form is the game's.
 */
events: unknown[],
/**
 * Who must answer now.
 */
asks: string | null,
/**
 * What this viewer must, or may, answer.
 */
offers: Array<Offer>,
/**
 * Points of the match so far, by seat.
 */
score: { [key in string]: number },
/**
 * The hand that ended with the last step.
 */
"hand-over"?: HandOver | null,
/**
 * How the match ended.
 */
over?: Over | null,
/**
 * How long the seat that is asked may think.
 */
clock?: Clock | null,
/**
 * What happened, in sentences; only for those who asked for words.
 */
told?: Array<string>,
/**
 * Whether [`ToServer::Undo`](crate::ToServer::Undo) would be heard.
 */
undo?: boolean, };

export type Offer = {
/**
 * The text to send back.
 */
say: string,
/**
 * The card it is about, if it is about one.
 */
card?: string, };

export type HandOver = {
/**
 * Who won it; nobody in a draw.
 */
winners: Array<string>,
/**
 * What each seat scored in it.
 */
points: { [key in string]: number },
/**
 * Whether it ended because nobody could go on.
 */
blocked: boolean,
/**
 * The match score after it.
 */
score: { [key in string]: number }, };

export type Over = {
/**
 * Who won; nobody in a draw.
 */
winners: Array<string>,
/**
 * The points of the match.
 */
points: { [key in string]: number }, };

export type Clock = {
/**
 * Milliseconds left when this was sent.
 */
left: number,
/**
 * Milliseconds there were.
 */
of: number, };

export type Room = {
/**
 * The code by which others join; empty for a table in this program.
 */
code: string,
/**
 * What is played.
 */
rules: RulesBrief,
/**
 * The chairs, in seat order.
 */
chairs: Array<Chair>,
/**
 * The chair of whoever reads this; none for a spectator. At a table that
 * several people share, the chair of whoever is to answer.
 */
you: string | null,
/**
 * How far the table is.
 */
phase: Phase,
/**
 * What whoever reads this may do now.
 */
may: Array<Power>,
/**
 * The table's settings.
 */
settings: Settings,
/**
 * How many watch.
 */
watchers: number,
/**
 * The match that is played, or was played last.
 */
"match-id": string | null,
/**
 * What anybody needs to check the shuffle.
 */
shuffle: ShuffleProof | null, };

export type RulesBrief = {
/**
 * The game: `crazy-eights`.
 */
game: string,
/**
 * The rule set's name, or the hash of a saved one.
 */
name: string,
/**
 * What people call it.
 */
title: string,
/**
 * A paragraph for players.
 */
about: string,
/**
 * What the rules mean, as a short word.
 */
hash: string, };

export type Chair = {
/**
 * Its letter.
 */
seat: string,
/**
 * Who sits there.
 */
who: Who,
/**
 * Whether the next deal may begin as far as they are concerned.
 */
ready: boolean, };

export type Who = { "nobody": Record<symbol, never> } | { "person": {
/**
 * Their name.
 */
name: string,
/**
 * Whether they are connected.
 */
here: boolean,
/**
 * Whether the table is theirs.
 */
host: boolean,
/**
 * The level of the bot that plays on for them.
 */
bot: string | null, } } | { "bot": {
/**
 * What it is called.
 */
name: string,
/**
 * How well it plays.
 */
level: string, } };

export type Phase = "gathering" | "playing" | "over";

export type Power = "sit" | "stand" | "ready" | "bot" | "kick" | "start" | "change" | "set" | "rematch" | "chat";

export type Settings = {
/**
 * Whether it is in the list of open tables.
 */
public: boolean,
/**
 * Seconds to answer; none for no hurry.
 */
"turn-seconds": number | null,
/**
 * Whether people may talk.
 */
chat: boolean, };

export type ShuffleProof = {
/**
 * The hash of the table's secret, published before anybody added to the shuffle.
 */
commitment: string,
/**
 * What the seats added, in seat order; empty where a seat added nothing.
 */
entropy: Array<string>,
/**
 * The table's secret, when the match is over.
 */
secret: string | null, };

export type Setup = {
/**
 * The game: `crazy-eights`.
 */
game: string,
/**
 * The name of a shipped rule set, or the hash of a saved one.
 */
rules: string,
/**
 * How many chairs.
 */
seats: number, };

