// Generated from `eights schema views --game crazy-eights` by `cargo xtask fresh --write`.

/** Which card may follow at once. */
export type Again = "same-suit" | "fitting" | "any" | "open-run";

/** Why a hand is blocked. */
export type Blockage =
  | "all-passed"
  | "stock-used-up"
  | {
    "no-progress": number;
  };

/** A card; `??` where the viewer does not know its face. */
export type Card = Face | "??";

/** Something that happens to cards. `C` is the form of the card: [`Glimpse`] inside the engine, [`Sight`] outside; only `Sight` can be serialised. */
export type CardEvent =
  | {
    moved: {
      /** The card that moved. */
      card: Card;
      /** The end of `to` it was put on. */
      end: End;
      /** Where it was. */
      from: Place;
      /** Where it is now. */
      to: Place;
    };
  }
  | {
    buried: {
      /** The card that was buried. */
      card: Card;
      /** Where it was. */
      from: Place;
      /** The pile it is in now. */
      to: Place;
    };
  }
  | {
    gathered: {
      /** Where they were. */
      from: Place;
      /** The number of cards that stayed. */
      left: number;
      /** Where they are now. */
      to: Place;
    };
  }
  | {
    shuffled: {
      /** The pile that was shuffled. */
      place: Place;
    };
  }
  | {
    shown: {
      /** Where it is. */
      at: Place;
      /** The card they saw. */
      card: Card;
    };
  }
  | {
    rotated: {
      /** The places in the order of the rotation. */
      places: Place[];
    };
  };

/** The two ends of a pile. */
export type End = "top" | "bottom";

/** Something that happened. `C` is the form of the cards: a glimpse inside the engine, a sight outside. */
export type Event =
  | {
    card: CardEvent;
  }
  | {
    laid: {
      /** Whether the last card was called. */
      called: boolean;
      /** The number of cards. */
      cards: number;
      /** Whether it was out of turn. */
      jumped: boolean;
      /** The player. */
      seat: Seat;
    };
  }
  | {
    named: {
      /** The suit or rank. */
      name: string | null;
      /** The player who named it. */
      seat: Seat;
    };
  }
  | {
    skipped: {
      /** The player. */
      seat: Seat;
    };
  }
  | {
    reversed: {
      /** Whether play now goes clockwise (to the left). */
      clockwise: boolean;
    };
  }
  | {
    owes: {
      /** The number of cards owed. */
      cards: number;
      /** The player. */
      seat: Seat;
    };
  }
  | {
    cancelled: {
      /** The player who laid it. */
      seat: Seat;
    };
  }
  | {
    penalty: {
      /** The number of cards drawn, which is less than owed if the cards ran out. */
      cards: number;
      /** The player. */
      seat: Seat;
    };
  }
  | {
    passed: {
      /** The player. */
      seat: Seat;
    };
  }
  | {
    caught: {
      /** The player who noticed; `None` if the rules punish it at once. */
      by: Seat | null;
      /** The player. */
      seat: Seat;
    };
  }
  | {
    "false-call": {
      /** The player. */
      seat: Seat;
    };
  }
  | {
    challenged: {
      /** The player who laid the card. */
      by: Seat;
      /** Whether that player could have followed suit. */
      guilty: boolean;
      /** The player who doubted. */
      seat: Seat;
    };
  }
  | {
    pressed: {
      /** The points. */
      points: number;
      /** The player. */
      seat: Seat;
    };
  }
  | {
    "went-out": {
      /** The player. */
      seat: Seat;
    };
  }
  | {
    "left-in-hand": {
      /** The cards in card order. */
      cards: Face[];
      /** The player. */
      seat: Seat;
    };
  }
  | {
    bust: {
      /** The player. */
      seat: Seat;
    };
  }
  | {
    blocked: {
      /** The reason. */
      why: Blockage;
    };
  };

/** Rank and suit of a card, such as `10H`; `*1` is a joker. With five shapes, number and shape, such as `14C`. */
export type Face = string;

/** A place that holds cards: `stock`, `discard` or a hand such as `hand A`. */
export type Place = string;

/** What is printed on the cards of a pack. */
export type Printed = "french" | "shapes";

/** The letter of a seat; `A` is the first, the others follow clockwise. */
export type Seat = string;

/** The question that the seat whose turn it is must answer. `repr(u8)` gives the tag its own byte, because it is read several times per step. */
export type Step =
  | "play"
  | {
    answer: {
      /** The player of the card, if it asks the player before that one, out of turn. Left out otherwise. */
      by?: Seat;
      /** The lowest face of the penalty's family, which identifies the family. */
      family: number;
      /** The number of cards that the last penalty card alone demands. */
      least: number;
      /** The number of cards owed. */
      owed: number;
    };
  }
  | "miss"
  | "cover"
  | {
    more: Again;
  }
  | {
    run: {
      /** Whether only cards of the same rank may follow, because it answers a penalty or a skip. */
      bound: boolean;
      /** The number of cards laid in it. */
      cards: number;
      /** The lowest face of the family of that penalty. */
      family: number;
      /** The number of cards that the last penalty card alone demands. */
      least: number;
      /** The number of cards owed that it answers; 0 for none. */
      owed: number;
    };
  }
  | {
    doubt: {
      /** The player who laid the card. */
      by: Seat;
      /** The number of cards owed. */
      owed: number;
      /** The suit that held before it; the card is guilty if its player had one. `None` if no suit held. */
      suit: string | null;
      /** The number of further cards that a wrong challenge costs. */
      wrong: number;
    };
  }
  | {
    match: {
      /** The player of the last card. */
      by: Seat;
      /** The number of players who have yet to answer. */
      left: number;
      /** The number of cards that it demands of the next player if it is matched. */
      owed: number;
    };
  }
  | {
    opening: {
      /** The number of players who have yet to lay one. */
      left: number;
    };
  }
  | "exchange"
  | "name-starter"
  | "out"
  | "blocked";

/** Every place that has cards: its cards, bottom first, or just their number where the viewer knows none of them. */
export type Table = Record<Place, number | Card[]>;

/** What one viewer may know about a hand. */
export interface View {
  /** How many turns each seat has yet to miss, where skips add up. Left out while there are none. */
  absent?: Record<Seat, number>;
  /** The seats that forgot to call and may not go out in their next turn. Left out while there are none. */
  barred?: Seat[];
  /** For how many more turns the named rank or suit must be followed, if it holds for one round. Left out otherwise. */
  binding?: number;
  /** The number of cards in the game. */
  cards: number;
  /** Whether play goes clockwise (to the left). */
  clockwise: boolean;
  /** The card that the top card counts as, if it counts as another one. Left out otherwise. */
  copied?: Face;
  /** The seat that dealt. */
  dealer: Seat;
  /** Cards drawn in this turn. */
  drawn: number;
  /** The minimum number of cards in all hands so far. */
  fewest: number;
  /** The card just drawn, as long as it may be played; only its player sees it. */
  fresh?: Face;
  /** The number of the hand, from 0. */
  hand: number;
  /** Whether nobody has drawn by choice or passed since, so that others may jump in. */
  jumpable: boolean;
  /** The player of the top card, where others may match it for a price; of the first card, the dealer. Left out otherwise. */
  laid_by?: Seat;
  /** The suit or rank that was named for the top card. */
  named: string | null;
  /** What is printed on ranks (`J`), suits (`C`) and jokers (`*1`), where it is not what such cards usually show. Left out where it is, and for the referee. */
  names?: Record<string, string>;
  /** Passes in a row while nothing can be drawn. */
  passes: number;
  /** The place each seat has finished in; 0 for none yet, above 16 for a bust. */
  places: Record<Seat, number>;
  /** Whether a player laid the top card (it is not the starter). */
  played: boolean;
  /** The seats still playing in this hand. */
  playing: Seat[];
  /** What is printed on the cards. Left out for the French pack. */
  printed?: Printed;
  /** Answers given since the number of cards in hands last reached a new minimum. */
  quiet: number;
  /** How many reshuffles each seat has made necessary in this hand. Left out where they cost nothing. */
  reshuffles?: Record<Seat, number>;
  /** The match score: without this hand during play, including it once it is over. */
  scores: Record<Seat, number>;
  /** The number of players. */
  seats: number;
  /** The question for that seat. */
  step: Step;
  /** The cards as the viewer sees them. */
  table: Table;
  /** The teams, each listed once. Empty if everybody plays alone, and for the referee. */
  teams?: Seat[][];
  /** The seat whose turn it is. */
  turn: Seat;
  /** The seat that has one card left and did not call it. */
  uncalled: Seat | null;
  /** The seats that were caught and draw in their next turn instead of playing. Left out while there are none. */
  waiting?: Seat[];
}
