// What happened, in sentences: for the log and for the live region.

import { cardName, placeName, spotName, thing } from "./names";
import type { Language } from "../i18n/language";
import type { Sentences } from "../i18n/sentences";

export { cardName, colourName, nameName, spotName } from "./names";

type Names = Record<string, string>;
type Json = Record<string, unknown>;

/** The sentences for what a viewer saw happen in a step; events that another one tells already say nothing. */
export function tellEvents(
  game: string,
  events: readonly unknown[],
  names: Names,
  lang: Language,
  you: string | null = null,
): string[] {
  const teller = new Teller(game, names, lang, you);
  return together(events).map((event) => teller.tell(event)).filter((told): told is string => told !== null && told !== "");
}

/** Cards that one player draws face down, and those shown at one place, are told in one; that a card is played is told once. */
function together(events: readonly unknown[]): unknown[] {
  const found: unknown[] = [];
  const played = new Set(events.map(playedCard));
  for (const event of events) {
    if (played.has(enters(event) ?? "")) continue;
    const last = found.at(-1);
    const fine = penaltyOf(event);
    if (fine && sameDraw(last, fine)) {
      found[found.length - 1] = { fined: fine };
      continue;
    }
    if (sameShow(last, event)) {
      (last as Show).shown.cards.push((event as Show).shown.card);
      continue;
    }
    const seat = drawer(event);
    if (seat !== null && typeof last === "object" && last !== null && "many" in last) {
      const many = last.many as { seat: string; cards: number };
      if (many.seat === seat) {
        many.cards += 1;
        continue;
      }
    }
    if (isShow(event)) found.push({ shown: { ...event.shown, cards: [event.shown.card] } });
    else found.push(seat === null ? event : { many: { seat, cards: 1 } });
  }
  return found;
}

/** A card that is shown, and those that were shown with it. */
interface Show {
  shown: { card: unknown; at: unknown; cards: unknown[] };
}

function isShow(event: unknown): event is Show {
  return typeof event === "object" && event !== null && "shown" in event && (event as Show).shown.card !== "??";
}

/** Whether a card is shown where the one before was. */
function sameShow(last: unknown, event: unknown): boolean {
  return isShow(last) && isShow(event) && last.shown.at === event.shown.at;
}

/** A penalty that was drawn. */
function penaltyOf(event: unknown): { seat: unknown; cards: unknown } | null {
  if (typeof event !== "object" || event === null || !("penalty" in event)) return null;
  return event.penalty as { seat: unknown; cards: unknown };
}

/** Whether the cards that were told last are those of a penalty. */
function sameDraw(last: unknown, fine: { seat: unknown; cards: unknown }): boolean {
  if (typeof last !== "object" || last === null || !("many" in last)) return false;
  const many = last.many as { seat: string; cards: number };
  return many.seat === fine.seat && many.cards === fine.cards;
}

/** The card of Crazier Eights that somebody plays, and where it lies then. */
function playedCard(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("event" in event)) return null;
  const { event: kind, card, seat } = event as Json;
  return kind === "played" ? `${String(card)} in play ${String(seat)}` : null;
}

/** The card that a movement brings into play, and where. */
function enters(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("moved" in event)) return null;
  const moved = event.moved as Json | null;
  return moved && String(moved["to"]).startsWith("in play") ? `${String(moved["card"])} ${String(moved["to"])}` : null;
}

/** Who draws a face-down card of a game in which nothing else tells it. */
function drawer(event: unknown): string | null {
  if (typeof event !== "object" || event === null || !("card" in event)) return null;
  const moved = (event.card as { moved?: Json } | null)?.moved;
  if (!moved || moved["card"] !== "??" || moved["from"] !== "stock") return null;
  return handOf(String(moved["to"])) ?? null;
}

/** Whose hand a place is. */
function handOf(place: string): string | undefined {
  return /^hand (.)$/.exec(place)?.[1];
}

/** Whether somebody is spoken to, or spoken of. */
class Teller {
  private readonly book: Sentences;
  private readonly game: string;
  private readonly names: Names;
  private readonly lang: Language;
  private readonly you: string | null;

  constructor(game: string, names: Names, lang: Language, you: string | null) {
    this.game = game;
    this.names = names;
    this.lang = lang;
    this.you = you;
    this.book = lang.tell;
  }

  tell(event: unknown): string | null {
    if (typeof event !== "object" || event === null) return null;
    const it = event as Json;
    if (typeof it["event"] === "string") return this.crazier(it["event"], it);
    const [kind, body] = Object.entries(it)[0] ?? ["", null];
    if (kind === "card") return this.tell(body);
    if (kind === "over") return this.over(body);
    return typeof body === "object" && body !== null ? this.one(kind, body as Json) : null;
  }

  /** A sentence of the book with its gaps filled; in the second person if it is about the reader. */
  private say(key: keyof Sentences, seat: unknown, gaps: Record<string, string> = {}): string {
    const form = this.book[key];
    const mine = seat !== undefined && seat === this.you;
    const text = typeof form === "string" ? form : form[mine ? 1 : 0];
    const filled = text.replace(/\{(\w+)\}/g, (_, gap: string) => (gap === "a" ? this.name(seat) : (gaps[gap] ?? "")));
    return filled.charAt(0).toUpperCase() + filled.slice(1);
  }

  private name(seat: unknown): string {
    return this.names[String(seat)] ?? String(seat);
  }

  private card(code: unknown): string {
    return cardName(this.game, String(code), this.lang);
  }

  private whom(seat: unknown, word: "you4" | "you3"): string {
    return seat === this.you ? this.book[word] : this.name(seat);
  }

  private one(kind: string, it: Json): string | null {
    const { seat } = it;
    switch (kind) {
      case "moved":
        return this.moved(it);
      case "many":
        return it["cards"] === 1 ? this.say("drew1", seat) : this.say("drew", seat, { k: String(it["cards"]) });
      case "fined":
        return it["cards"] === 1 ? this.say("drewPenalty1", seat) : this.say("drewPenalty", seat, { k: String(it["cards"]) });
      case "buried":
        return it["card"] === "??" ? null : this.say("buried", undefined, { c: this.card(it["card"]) });
      case "gathered":
        return this.gathered(it);
      case "rotated":
        return this.rotated(it["places"]);
      case "shown":
        return this.shown(it);
      case "laid":
        return this.laid(it);
      case "named":
        return this.say("named", seat, { n: thing(this.game, String(it["name"]), this.lang) });
      case "skipped":
      case "cancelled":
      case "passed":
      case "bust":
        return this.say(kind, seat);
      case "blocked":
        return this.blocked(it["why"]);
      case "left-in-hand":
        return this.say("stillHolds", seat, { c: (it["cards"] as unknown[]).map((card) => this.card(card)).join(", ") });
      case "went-out":
        return this.say("wentOut", seat);
      case "reversed":
        return this.say(it["clockwise"] === true ? "left" : "right", undefined);
      case "owes":
        return this.say(it["cards"] === 1 ? "owes1" : "owes", seat, { k: String(it["cards"]) });
      case "penalty":
        return this.penalty(seat, Number(it["cards"]));
      case "caught":
        return it["by"] == null
          ? this.say("forgot", seat)
          : this.say("caught", it["by"], { b: this.whom(seat, "you4") });
      case "chose":
        return this.say(it["balls"] === "solids" ? "solids" : "stripes", seat);
      case "ball":
        return this.say("ball", seat, {
          c: thing(this.game, String(it["color"]), this.lang),
          p: spotName(String(it["at"]), this.lang),
        });
      case "eight":
        return this.say("eight", seat, { p: spotName(String(it["at"]), this.lang) });
      default:
        return null;
    }
  }

  private penalty(seat: unknown, n: number): string {
    if (n === 0) return this.say("penalty0", seat);
    return this.say(n === 1 ? "penalty1" : "penalty", seat, { k: String(n) });
  }

  private laid(it: Json): string | null {
    const parts: string[] = [];
    if (it["jumped"] === true) parts.push(this.say("jumped", it["seat"]));
    if (Number(it["cards"]) > 1) parts.push(this.say("several", it["seat"], { k: String(it["cards"]) }));
    if (it["called"] === true) parts.push(this.say("called", it["seat"]));
    return parts.length > 0 ? parts.join(" ") : null;
  }

  private over(body: unknown): string | null {
    if (body === "stalemate") return this.book.stalemate;
    if (body === "turn-cap") return this.book.turnCap;
    if (typeof body === "object" && body !== null && "eight" in body) return this.say("won", body.eight);
    return null;
  }

  private gathered(it: Json): string {
    if (this.game === "crazy-eights") return this.book.gathered;
    if (this.game === "crazy-8-ball") return this.book.turnedOver;
    return it["to"] === "stock" ? this.book.reshuffled : this.book.tucked;
  }

  private rotated(places: unknown): string | null {
    if (!Array.isArray(places)) return null;
    const seats = places.map((place) => String(place).replace(/^hand /, ""));
    if (seats.length !== 2) return this.book.rotated;
    // The reader comes first: "you exchange hands with B", never the other way round.
    if (seats[1] === this.you) seats.reverse();
    return this.say("exchanged", seats[0], { b: this.whom(seats[1], "you3") });
  }

  private blocked(why: unknown): string {
    if (typeof why === "object" && why !== null && "no-progress" in why) {
      return this.say("blockedLong", undefined, { k: String(why["no-progress"]) });
    }
    return why === "stock-used-up" ? this.book.blockedStock : this.book.blocked;
  }

  private shown(it: Json): string | null {
    if (it["card"] === "??" || this.game !== "crazier-eights") return null;
    const c = (it["cards"] as unknown[]).map((card) => this.card(card)).join(", ");
    const at = String(it["at"]);
    if (at === "stock") return this.say("shownPile", undefined, { c });
    if (at === "aside") return this.say("shownAside", undefined, { c });
    const holder = handOf(at);
    return holder ? this.say("shownHand", holder, { c }) : this.say("shown", undefined, { c, p: this.place(at) });
  }

  private place(place: unknown): string {
    return placeName(String(place), this.names, this.you, this.lang);
  }

  private moved(it: Json): string | null {
    if (this.game === "crazier-eights") return this.movedCrazier(it);
    const from = String(it["from"]);
    const to = String(it["to"]);
    const c = this.card(it["card"]);
    const o = this.lang.names.one(c);
    const giver = handOf(from);
    const taker = handOf(to);
    if (from === "stock" && taker) return this.say(this.game === "crazy-8-ball" ? "drewOne" : "drewCard", taker, { c, o });
    if (from === "discard" && taker) return this.say("took", taker, { c });
    if (from === "stock" && to === "discard") return this.say("turnedUp", undefined, { c });
    if (!giver) return null;
    if (to === "discard") return this.say(this.game === "crazy-8-ball" ? "threw" : "laid", giver, { c, o });
    const p = spotName(to, this.lang);
    if (String(it["card"]).startsWith("pocket")) return this.say("laidPocket", giver, { c, o, p });
    // Stick and cue ball go with the ball that is told of.
    return String(it["card"]).startsWith("block") ? this.say("blockedPocket", giver, { c, o, p }) : null;
  }

  /** Only what no other sentence tells. */
  private movedCrazier(it: Json): string | null {
    const from = String(it["from"]);
    const to = String(it["to"]);
    const c = it["card"] === "??" ? this.book.aCard : this.card(it["card"]);
    const giver = handOf(from);
    const taker = handOf(to);
    if (from === "stock" && taker) {
      return taker === this.you && it["card"] !== "??" ? this.say("drewNamed", taker, { c }) : null;
    }
    const silent =
      from === "aside" ||
      to === "aside" ||
      from === "resolving" ||
      to === "resolving" ||
      from === to ||
      (from.startsWith("hand ") && (to === "discard" || to === from.replace("hand", "in play"))) ||
      (from.startsWith("in play") && (to === "discard" || to.startsWith("in play"))) ||
      (from === "stock" && to === "discard");
    if (silent) return null;
    const gaps = { c, p: this.place(from), q: this.place(to) };
    const top = it["end"] === "top";
    if (to === "stock" && giver) return this.say(top ? "putOnto" : "putUnder", giver, gaps);
    if (to === "stock") return this.say(top ? "ontoStock" : "underStock", undefined, gaps);
    if (giver && taker) return this.say("handed", undefined, { c, p: this.whom(giver, "you3"), q: this.whom(taker, "you4") });
    if (from === "discard" && taker) return this.say("tookPile", taker, gaps);
    const before = /^in play (.)$/.exec(to)?.[1];
    if (before) return this.say("enters", undefined, { c, b: this.whom(before, "you3") });
    if (from.startsWith("in play") && taker) return this.say("tookBack", taker, gaps);
    return this.say("goes", undefined, gaps);
  }

  private crazier(kind: string, it: Json): string | null {
    const { seat } = it;
    const c = it["card"] === undefined ? "" : this.card(it["card"]);
    const n = Number(it["number"] ?? 0);
    const k = String(n);
    switch (kind) {
      case "discarded":
        return it["named"] == null
          ? this.say("discarded", seat, { c })
          : this.say("discardedNaming", seat, { c, n: thing(this.game, String(it["named"]), this.lang) });
      case "speaks":
        return this.say("speaks", undefined, { c, t: thing("text", String(it["card"]), this.lang) });
      case "drew":
        // The reader is told each card that was drawn.
        if (seat === this.you && this.you !== null) return null;
        return n === 1 ? this.say("drew1", seat) : this.say("drew", seat, { k });
      case "searched":
        return n === 0 ? this.say("foundNothing", seat) : null;
      case "granted-play":
        return n === 1 ? this.say("mayPlay1", seat) : this.say("mayPlay", seat, { k });
      case "granted-discard":
        return n === 1 ? this.say("mayDiscard1", seat) : this.say("mayDiscard", seat, { k });
      case "began":
      case "played":
      case "dropped":
      case "replaced":
      case "shrunk":
      case "cannot":
      case "destroyed":
      case "captured":
      case "ended":
      case "lost":
      case "won":
      case "impossible":
      case "endless":
        return this.say(kind, seat, { c, k });
      case "cut-short":
        return this.say("cutShort", seat);
      default:
        return null;
    }
  }
}
