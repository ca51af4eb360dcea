// Fills the sentences of a language for one reader, and tells the card events that all games share.
import type { CardEvent } from "../../generated/games/common";
import type { Language } from "../i18n/language";
import type { Sentences } from "../i18n/sentences";
import type { GameModule } from "../table/game-module";
import type { Code, Seat } from "../table/types";
import { unwrapped, type Joined, type Narration, type TableEvent } from "./events";
import { cardName, placeName } from "./names";

/** The seat whose hand a place is. */
export function handOf(place: string): Seat | undefined {
  return /^hand (.)$/.exec(place)?.[1];
}

export class Narrator {
  readonly book: Sentences;
  /** The events that are told after this one. */
  later: readonly (TableEvent | Joined)[] = [];

  constructor(
    private readonly game: GameModule,
    readonly names: Record<Seat, string>,
    readonly lang: Language,
    readonly you: Seat | null,
    /** The view after these events, for sentences that say how things stand now. */
    readonly view: unknown = null,
    /** The card whose text was being carried out before these events. */
    readonly speaking: Code | null = null,
  ) {
    this.book = lang.narration;
  }

  narrate(event: TableEvent | Joined, later: readonly (TableEvent | Joined)[] = []): string | null {
    this.later = later;
    const { kind, body } = unwrapped(event);
    return this.tell(kind, body);
  }

  private tell(kind: string, body: unknown): string | null {
    const sentence = Object.hasOwn(this.game.narration, kind) ? this.game.narration[kind] : undefined;
    // The types of a game's events are generated, and its narration has a function for the body of each kind.
    if (sentence !== undefined) return sentence(body as never, this);
    return this.game.narrateOther?.(kind, body, this) ?? null;
  }

  /** A sentence with its gaps filled; in the second person if it is about the reader. */
  say(key: keyof Sentences, seat: Seat | undefined, gaps: Record<string, string> = {}): string {
    const form = this.book[key];
    const mine = seat !== undefined && seat === this.you;
    const text = typeof form === "string" ? form : form[mine ? 1 : 0];
    const filled = text.replace(/\{(\w+)\}/g, (_, gap: string) =>
      gap === "a" ? this.name(seat ?? "") : gap === "k" ? this.number(gaps[gap] ?? "") : (gaps[gap] ?? ""),
    );
    return filled.charAt(0).toUpperCase() + filled.slice(1);
  }

  /** A number in a sentence: up to twelve in words. */
  private number(k: string): string {
    return this.lang.names.numbers[Number(k)] ?? k;
  }

  name(seat: Seat): string {
    return this.names[seat] ?? seat;
  }

  card(code: Code): string {
    return cardName(this.game, code, this.lang);
  }

  cards(codes: readonly Code[]): string {
    return codes.map((code) => this.card(code)).join(", ");
  }

  /** A suit, rank or colour. */
  named(name: string): string {
    return this.game.nameLabel(name, this.lang);
  }

  /** A player as the object of a sentence. */
  whom(seat: Seat, word: "you4" | "you3"): string {
    return seat === this.you ? this.book[word] : this.name(seat);
  }

  place(place: string): string {
    return placeName(place, this.names, this.you, this.lang);
  }
}

/** The card events that are told alike in all games. */
export const sharedNarration: Pick<Narration<CardEvent>, "many" | "fined" | "buried" | "rotated" | "shuffled"> = {
  many: ({ seat, cards }, narrator) => narrator.say(cards === 1 ? "drew1" : "drew", seat, { k: String(cards) }),
  fined: ({ seat, cards }, narrator) =>
    narrator.say(cards === 1 ? "drewPenalty1" : "drewPenalty", seat, { k: String(cards) }),
  buried: ({ card }, narrator) =>
    card === "??" ? null : narrator.say("buried", undefined, { c: narrator.card(card) }),
  rotated({ places }, narrator) {
    const [a, b, ...more] = places.map((place) => handOf(place) ?? place);
    if (a === undefined || b === undefined || more.length > 0) return narrator.book.rotated;
    // The reader comes first: "you exchange hands with B", never the other way round.
    const [first, second] = b === narrator.you ? [b, a] : [a, b];
    return narrator.say("exchanged", first, { b: narrator.whom(second, "you3") });
  },
  shuffled: () => null,
};
