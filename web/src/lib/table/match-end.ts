// What the last screen of a match says, from the last update alone: what cannot be known is left out.

import type { Language } from "../i18n/language";
import { cardEventOf, type TableEvent } from "../narrate/events";
import { cardName } from "../narrate/names";
import type { Ending, GameModule, OfferContext } from "./game-module";
import type { Scene, SeatScene } from "./scene";
import { BACK, type Code, type Over, type Seat } from "./types";
import { fill } from "./words";

export interface EndRow {
  seat: Seat;
  name: string;
  /** From 1. */
  place: number;
  /** Points, or how far the seat came. */
  value: string;
  /** How long the bar is, from 0 to 1: the best has the longest. Null in matches without points. */
  share: number | null;
  mine: boolean;
}

export interface MatchEnd extends Ending {
  /** Whether the reader is among the winners. */
  won: boolean;
  /** Whether somebody won. */
  decided: boolean;
  /** The winner who is shown. */
  winner: Seat | null;
  title: string;
  lead: string;
  rows: EndRow[];
}

/** Of `one|many` the form for a number, with the number in words up to twelve. */
function counted(text: string, n: number, lang: Language, gaps: Record<string, string> = {}): string {
  const forms = text.split("|");
  const form = n === 1 ? forms[0] : (forms[1] ?? forms[0]);
  return fill(form ?? text, { ...gaps, k: lang.names.numbers[n] ?? String(n) });
}

export function matchEnd(
  game: GameModule,
  scene: Scene,
  over: Over,
  events: readonly TableEvent[],
  context: OfferContext,
): MatchEnd {
  const { names, lang } = context;
  const w = lang.ending;
  const { winners, points } = over;
  const name = (seat: Seat): string => names[seat] ?? seat;
  const you = scene.you;
  const won = you !== null && winners.includes(you);
  // A point for the winner says nothing that the first place does not say.
  const scored = !game.standing && Object.values(points).some((score) => score !== 0);
  const score = (seat: Seat): number => points[seat] ?? 0;
  // In some matches the fewest points are best: then the winner has the fewest.
  const fewest =
    scored &&
    winners.length > 0 &&
    winners.every((seat) => scene.seats.every((other) => score(seat) <= score(other.seat)));
  const order = [...scene.seats].sort(
    (a, b) =>
      Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)) ||
      (scored ? (fewest ? 1 : -1) * (score(a.seat) - score(b.seat)) : a.hand.length - b.hand.length),
  );
  const scores = scene.seats.map(({ seat }) => score(seat));
  const [least, most] = [Math.min(...scores), Math.max(1, ...scores)];
  // Where the fewest points win, a bar shrinks with every point; the last one keeps a tenth, so that it is seen as a bar.
  const share = (seat: Seat): number =>
    fewest ? 1 - (0.9 * (score(seat) - least)) / Math.max(1, most - least) : Math.max(0, score(seat)) / most;
  const standing = ({ seat, hand }: SeatScene): string =>
    scored
      ? String(score(seat))
      : (game.standing?.(scene.view as never, seat, context) ??
        (hand.length === 0 ? w.out : counted(w.cards, hand.length, lang)));
  const rows = order.map((seat, i): EndRow => ({
    seat: seat.seat,
    name: seat.seat === you ? w.you : name(seat.seat),
    place: winners.includes(seat.seat) ? 1 : i + 1,
    value: standing(seat),
    share: scored ? share(seat.seat) : null,
    mine: seat.seat === you,
  }));

  const partners = winners
    .filter((seat) => seat !== you)
    .map(name)
    .join(` ${lang.table.and} `);
  const title =
    winners.length === 0
      ? w.nobody
      : won
        ? partners
          ? fill(w.youAllWin, { a: partners })
          : w.youWin
        : fill(winners.length > 1 ? w.win : w.wins, { a: partners });
  const winner = (won ? you : winners[0]) ?? null;
  const told = game.ending?.(scene.view as never, winners, context) ?? usual(game, scene, winner, events, lang, name);
  const second = order.find(({ seat }) => !winners.includes(seat))?.seat;
  const facts = [...told.facts];
  let lead = "";
  if (scored && winner !== null) {
    const ahead = second === undefined ? 0 : Math.abs(score(winner) - score(second));
    if (won && ahead > 0 && second !== undefined)
      facts.push({ n: ahead, text: counted(w.ahead, ahead, lang, { a: name(second) }) });
    if (won) lead = counted(w.withPoints, score(winner), lang);
    else if (you !== null) {
      const behind = Math.abs(score(winner) - score(you));
      lead = behind === 0 ? w.level : counted(w.behind, behind, lang);
    }
  }
  return { ...told, facts: facts.slice(0, 3), won, decided: winners.length > 0, winner, title, lead, rows };
}

/** The last card of the winner's hand, the two below it on the pile, and what the others still held. */
function usual(
  game: GameModule,
  scene: Scene,
  winner: Seat | null,
  events: readonly TableEvent[],
  lang: Language,
  name: (seat: Seat) => string,
): Ending {
  const w = lang.ending;
  const last = winner === null ? null : lastPlayed(events, winner);
  const pile = scene.discard.filter((code) => code !== BACK && code !== last).slice(-2);
  const left = scene.seats.find(({ seat }) => seat === winner)?.hand.length;
  const others = scene.seats.filter(({ seat, hand }) => seat !== winner && hand.length > 0);
  const sentences: string[] = [];
  if (last !== null) sentences.push(fill(w.lastCard, { c: cardName(game, last, lang) }));
  if (winner !== null && left === 0) {
    const mine = others.find(({ seat }) => seat === scene.you);
    const closest = [...others].sort((a, b) => a.hand.length - b.hand.length)[0];
    if (mine) sentences.push(counted(w.youHad, mine.hand.length, lang));
    else if (closest) sentences.push(counted(w.theyHad, closest.hand.length, lang, { a: name(closest.seat) }));
  }
  const sum = others.reduce((sum, { hand }) => sum + hand.length, 0);
  const front = last ?? scene.discard.at(-1) ?? null;
  return {
    cards: front === null || front === BACK ? [] : [...pile.slice(0, 1), front, ...pile.slice(1)],
    text: sentences.join(" "),
    facts: winner !== null && left === 0 && others.length > 1 ? [{ n: sum, text: counted(w.leftOver, sum, lang) }] : [],
  };
}

/** The last card that left the winner's hand in this step. */
function lastPlayed(events: readonly TableEvent[], winner: Seat): Code | null {
  const moves = events.map(cardEventOf).flatMap((event) => (event !== null && "moved" in event ? [event.moved] : []));
  return (
    moves.findLast(({ card, from, to }) => from === `hand ${winner}` && !to.startsWith("hand ") && card !== BACK)
      ?.card ?? null
  );
}
