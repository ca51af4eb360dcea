// Generated from `eights schema views` by `cargo xtask fresh --write`.

/** A card; `??` where the viewer does not know its face. */
export type Card = string | "??";

/** Something that happens to cards. `C` is the form of the card: [`Glimpse`] inside the engine, [`Sight`] outside; only `Sight` can be serialised. */
export type CardEvent =
  | {
    moved: {
      /** The card that moved. */
      card: Card;
      /** The end of `to` it was put on. */
      end: End;
      /** Where it was. */
      from: string;
      /** Where it is now. */
      to: string;
    };
  }
  | {
    buried: {
      /** The card that was buried. */
      card: Card;
      /** Where it was. */
      from: string;
      /** The pile it is in now. */
      to: string;
    };
  }
  | {
    gathered: {
      /** Where they were. */
      from: string;
      /** The number of cards that stayed. */
      left: number;
      /** Where they are now. */
      to: string;
    };
  }
  | {
    shuffled: {
      /** The pile that was shuffled. */
      place: string;
    };
  }
  | {
    shown: {
      /** Where it is. */
      at: string;
      /** The card they saw. */
      card: Card;
    };
  }
  | {
    rotated: {
      /** The places in the order of the rotation. */
      places: string[];
    };
  };

/** The two ends of a pile. */
export type End = "top" | "bottom";

/** Every place that has cards: its cards, bottom first, or just their number where the viewer knows none of them. */
export type Table = Record<string, number | Card[]>;
