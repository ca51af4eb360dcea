// Generated from `eights schema views --game crazier-eights` by `cargo xtask fresh --write`.

/** A card; `??` where the viewer does not know its face. */
export type Card = CardName | "??";

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

/** The name of a card with hyphens, such as `devious-dragon`; `~2` marks the second of two equal cards. */
export type CardName = string;

/** One of the four colours, each with its symbol. */
export type Colour = "purple" | "green" | "blue" | "orange";

/** What one seat has done this turn, and what more it may do. */
export interface Done {
  /** Cards discarded. */
  discarded: number;
  /** Extra discards granted this turn. */
  "more-discards": number;
  /** Extra plays granted this turn. */
  "more-plays": number;
  /** Cards played. */
  played: number;
}

/** The two ends of a pile. */
export type End = "top" | "bottom";

/** An event as it is written: a card event bare, any other with its kind as `event`. */
export type Event = CardEvent | Note;

/** An event other than a card event. */
export type Note =
  | {
    event: "began";
    seat: Seat;
  }
  | {
    card: CardName;
    event: "played";
    seat: Seat;
  }
  | {
    card: CardName;
    event: "discarded";
    named?: Colour;
    seat: Seat;
  }
  | {
    card: CardName;
    event: "speaks";
    seat: Seat;
  }
  | {
    card: CardName;
    event: "lapsed";
    seat: Seat;
  }
  | {
    card: CardName;
    event: "dropped";
    seat: Seat;
  }
  | {
    card: CardName;
    event: "replaced";
  }
  | {
    event: "shrunk";
    number: number;
    seat: Seat;
  }
  | {
    card: CardName;
    event: "cannot";
  }
  | {
    by?: Seat;
    event: "drew";
    number: number;
    seat: Seat;
  }
  | {
    by?: Seat;
    card: CardName;
    event: "destroyed";
    seat: Seat;
  }
  | {
    event: "searched";
    number: number;
    seat: Seat;
  }
  | {
    card: CardName;
    event: "captured";
    seat: Seat;
  }
  | {
    event: "granted-play";
    number: number;
    seat: Seat;
  }
  | {
    event: "granted-discard";
    number: number;
    seat: Seat;
  }
  | {
    event: "ended";
    seat: Seat;
  }
  | {
    event: "lost";
    seat: Seat;
  }
  | {
    event: "won";
    seat: Seat;
  }
  | {
    event: "impossible";
  }
  | {
    event: "endless";
  }
  | {
    event: "cut-short";
    seat: Seat;
  };

/** The phases of a turn. */
export type Phase = "beginning" | "early" | "draw" | "main" | "end" | "over";

/** A place that holds cards: `stock`, `discard`, `aside`, `resolving`, `hand A` or `in play A`. */
export type Place = string;

/** What a seat is asked, as views say it. */
export type Question =
  | "main"
  | "may"
  | "who"
  | "whose-hand"
  | "card"
  | "put-back"
  | "order"
  | "search"
  | "own-card"
  | "their-card"
  | "play"
  | "which-first"
  | "which-instead";

/** The letter of a seat; `A` is the first, the others follow clockwise. */
export type Seat = string;

/** Every place that has cards: its cards, bottom first, or just their number where the viewer knows none of them. */
export type Table = Record<Place, number | Card[]>;

/** A view as it is written. */
export interface View {
  /** The seat that must answer. */
  asked: Seat | null;
  /** The number of the game in the match, from 0. */
  game: number;
  /** The colour named for the top card. */
  named: Colour | null;
  /** The phase of the turn. */
  phase: Phase;
  /** The seats still playing. */
  playing: Seat[];
  /** What it is asked. */
  question: Question | null;
  /** The match score: without this game while it is played, with it once it is over. */
  scores: Record<Seat, number>;
  /** The number of seats. */
  seats: number;
  /** The card whose text is being carried out. */
  speaking: CardName | null;
  /** The cards as the viewer sees them. */
  table: Table;
  /** The seats whose turn it is, together. */
  team: Seat[];
  /** What each of them has done this turn. */
  "this-turn": Record<Seat, Done>;
  /** The player whose turn it is; on a team's turn, the member who acts. */
  turn: Seat;
  /** How many turns have begun. */
  turns: number;
}
