//! What happens in a hand, and how viewers see it.

use eights::{CardEvent, Glimpse, Seat, Sight};
use serde::Serialize;

use crate::{action::Name, face::Face, state::Pile};

/// Something that happened. `C` is the form cards take: a glimpse inside, a sight outside.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event<C> {
    /// Something happened to cards.
    Card(CardEvent<Pile, C>),
    /// A player laid cards: so many in one go, which is announced.
    Laid {
        /// Who.
        seat: Seat,
        /// How many.
        cards: u8,
        /// Whether it was out of turn.
        jumped: bool,
        /// Whether the last card was called.
        called: bool,
    },
    /// Something was named.
    Named {
        /// Who named it.
        seat: Seat,
        /// What.
        name: Name,
    },
    /// A player missed a turn.
    Skipped {
        /// Who.
        seat: Seat,
    },
    /// The direction turned.
    Reversed {
        /// Whether it is now to the left.
        clockwise: bool,
    },
    /// A penalty waits for an answer.
    Owes {
        /// Who faces it.
        seat: Seat,
        /// How many cards.
        cards: u16,
    },
    /// A penalty was ended by a card.
    Cancelled {
        /// Who ended it.
        seat: Seat,
    },
    /// A player had to draw.
    Penalty {
        /// Who.
        seat: Seat,
        /// How many cards there were to be had.
        cards: u8,
    },
    /// A player did nothing.
    Passed {
        /// Who.
        seat: Seat,
    },
    /// A player forgot to call the last card.
    Caught {
        /// Who.
        seat: Seat,
        /// By whom; nobody when it is noticed at once.
        by: Option<Seat>,
    },
    /// A player has no card left.
    WentOut {
        /// Who.
        seat: Seat,
    },
    /// The cards that a player holds at the end of the hand, for everybody to see.
    LeftInHand {
        /// Who.
        seat: Seat,
        /// What, in card order.
        cards: Vec<Face>,
    },
    /// A player holds too many cards and is out of the hand.
    Bust {
        /// Who.
        seat: Seat,
    },
    /// The hand ended without anybody going out.
    Blocked {
        /// Why.
        why: Blockage,
    },
}

/// Why a hand is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Blockage {
    /// Everybody passed in turn, with nothing left to draw.
    AllPassed,
    /// Somebody could neither play nor draw, and by the rules that ends the hand.
    StockUsedUp,
    /// This many answers in a row left as many cards in hands as ever before.
    NoProgress(u16),
}

impl<C> From<CardEvent<Pile, C>> for Event<C> {
    fn from(event: CardEvent<Pile, C>) -> Event<C> {
        Event::Card(event)
    }
}

impl Event<Glimpse> {
    /// The event with its card as somebody sees it.
    pub(crate) fn map(&self, sight: impl FnOnce(&Glimpse) -> Sight<Face>) -> Event<Sight<Face>> {
        match self {
            Event::Card(event) => Event::Card(event.map(sight)),
            Event::Laid { seat, cards, jumped, called } => {
                Event::Laid { seat: *seat, cards: *cards, jumped: *jumped, called: *called }
            }
            Event::Named { seat, name } => Event::Named { seat: *seat, name: *name },
            Event::Skipped { seat } => Event::Skipped { seat: *seat },
            Event::Reversed { clockwise } => Event::Reversed { clockwise: *clockwise },
            Event::Owes { seat, cards } => Event::Owes { seat: *seat, cards: *cards },
            Event::Cancelled { seat } => Event::Cancelled { seat: *seat },
            Event::Penalty { seat, cards } => Event::Penalty { seat: *seat, cards: *cards },
            Event::Passed { seat } => Event::Passed { seat: *seat },
            Event::Caught { seat, by } => Event::Caught { seat: *seat, by: *by },
            Event::WentOut { seat } => Event::WentOut { seat: *seat },
            Event::LeftInHand { seat, cards } => Event::LeftInHand { seat: *seat, cards: cards.clone() },
            Event::Bust { seat } => Event::Bust { seat: *seat },
            Event::Blocked { why } => Event::Blocked { why: *why },
        }
    }
}
