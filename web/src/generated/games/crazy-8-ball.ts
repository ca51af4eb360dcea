// Generated from `eights schema views --game crazy-8-ball` by `cargo xtask fresh --write`.

/** One of the two sets of balls. Both have the same seven colours. */
export type Balls = "solids" | "stripes";

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

/** The colour of a ball. Cards are named with colours in this order. */
export type Color = "yellow" | "blue" | "red" | "purple" | "orange" | "green" | "maroon";

/** The two ends of a pile. */
export type End = "top" | "bottom";

/** How a game ended. */
export type Ending =
  | {
    eight: Seat;
  }
  | "stalemate"
  | "turn-cap";

/** Something that happened. `C` is the form of cards: [`Glimpse`] inside the engine, [`Sight`] outside. Only the second can be serialised. */
export type Event =
  | {
    card: CardEvent;
  }
  | {
    chose: {
      /** The chosen set. */
      balls: Balls;
      /** The dealer. */
      seat: Seat;
    };
  }
  | {
    ball: {
      /** The position of the pocket. */
      at: Spot;
      /** The colour of the ball. */
      color: Color;
      /** The owner of the ball. */
      seat: Seat;
    };
  }
  | {
    eight: {
      /** The position of the pocket. */
      at: Spot;
      /** The seat that pocketed it and wins. */
      seat: Seat;
    };
  }
  | {
    over: Ending;
  };

/** The kind and colours of a card, such as `stick-red` or `pocket-blue-red`. */
export type Face = string;

/** A place that holds cards: `stock`, `discard`, a hand such as `hand A`, or a position such as `NW`. */
export type Place = string;

/** The letter of a seat; `A` is the first, the others follow clockwise. */
export type Seat = string;

/** A position on the table, named as on a map. */
export type Spot = "NW" | "N" | "NE" | "SW" | "S" | "SE";

/** What the seat whose turn it is must decide. */
export type Step =
  | "choose"
  | "act"
  | "fill"
  | {
    over: Ending;
  };

/** Every place that has cards: its cards, bottom first, or just their number where the viewer knows none of them. */
export type Table = Record<Place, number | Card[]>;

/** What is on top of a position. */
export type Top =
  | "nothing"
  | {
    pocket: Face;
  }
  | {
    ball: [Seat, Color];
  }
  | {
    eight: Seat;
  }
  | {
    block: Face;
  }
  | "something";

/** A game as one viewer may see it. */
export interface View {
  /** The balls of each seat that are not pocketed yet. */
  rows: Record<Seat, Color[]>;
  /** The seat with the solids; the other has the stripes. `None` before the dealer has chosen. */
  solids: Seat | null;
  /** What the seat whose turn it is must decide. */
  step: Step;
  /** Every card, as far as the viewer knows it. */
  table: Table;
  /** What is on top of each position of the table. */
  tops: {
    N: Top;
    NE: Top;
    NW: Top;
    S: Top;
    SE: Top;
    SW: Top;
  };
  /** Whose turn it is. */
  turn: Seat;
  /** How many turns both seats together have finished. */
  turns: number;
}
