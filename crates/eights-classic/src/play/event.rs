//! The events of a hand.

use eights::{CardEvent, Glimpse, Seat, Sight};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    face::Face,
    play::{action::Name, state::Pile},
};

/// Something that happened. `C` is the form of the cards: a glimpse inside the engine, a sight
/// outside.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[schemars(rename = "Event")]
pub enum Event<C> {
    /// Something happened to cards.
    Card(CardEvent<Pile, C>),
    /// A player laid this many cards together.
    Laid {
        /// The player.
        seat: Seat,
        /// The number of cards.
        cards: u8,
        /// Whether it was out of turn.
        jumped: bool,
        /// Whether the last card was called.
        called: bool,
    },
    /// A player named a suit or rank.
    Named {
        /// The player who named it.
        seat: Seat,
        /// The suit or rank.
        name: Name,
    },
    /// A player missed a turn.
    Skipped {
        /// The player.
        seat: Seat,
    },
    /// The direction of play changed.
    Reversed {
        /// Whether play now goes clockwise (to the left).
        clockwise: bool,
    },
    /// A player faces a penalty and may answer it.
    Owes {
        /// The player.
        seat: Seat,
        /// The number of cards owed.
        cards: u16,
    },
    /// A card cancelled a penalty.
    Cancelled {
        /// The player who laid it.
        seat: Seat,
    },
    /// A player had to draw.
    Penalty {
        /// The player.
        seat: Seat,
        /// The number of cards drawn, which is less than owed if the cards ran out.
        cards: u8,
    },
    /// A player passed.
    Passed {
        /// The player.
        seat: Seat,
    },
    /// A player forgot to call the last card.
    Caught {
        /// The player.
        seat: Seat,
        /// The player who noticed; `None` if the rules punish it at once.
        by: Option<Seat>,
    },
    /// A player called a last card that was not.
    FalseCall {
        /// The player.
        seat: Seat,
    },
    /// A player doubted that another could only lay the wild card.
    Challenged {
        /// The player who doubted.
        seat: Seat,
        /// The player who laid the card.
        by: Seat,
        /// Whether that player could have followed suit.
        guilty: bool,
    },
    /// A player's draw made a reshuffle necessary, which costs points.
    Pressed {
        /// The player.
        seat: Seat,
        /// The points.
        points: u16,
    },
    /// A player has no card left.
    WentOut {
        /// The player.
        seat: Seat,
    },
    /// The cards left in a hand at the end, shown to everybody.
    LeftInHand {
        /// The player.
        seat: Seat,
        /// The cards in card order.
        cards: Vec<Face>,
    },
    /// A player holds too many cards and is out of the hand.
    Bust {
        /// The player.
        seat: Seat,
    },
    /// The hand ended without anybody going out.
    Blocked {
        /// The reason.
        why: Blockage,
    },
}

/// Why a hand is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Blockage {
    /// Everybody passed in turn while nothing could be drawn.
    AllPassed,
    /// A player could neither play nor draw, which ends the hand under these rules.
    StockUsedUp,
    /// This many answers in a row did not bring the number of cards in hands to a new minimum.
    NoProgress(u16),
}

impl<C> From<CardEvent<Pile, C>> for Event<C> {
    fn from(event: CardEvent<Pile, C>) -> Event<C> {
        Event::Card(event)
    }
}

impl Event<Glimpse> {
    /// The event with its card converted for a viewer.
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
            Event::FalseCall { seat } => Event::FalseCall { seat: *seat },
            Event::Challenged { seat, by, guilty } => {
                Event::Challenged { seat: *seat, by: *by, guilty: *guilty }
            }
            Event::Pressed { seat, points } => Event::Pressed { seat: *seat, points: *points },
            Event::WentOut { seat } => Event::WentOut { seat: *seat },
            Event::LeftInHand { seat, cards } => Event::LeftInHand { seat: *seat, cards: cards.clone() },
            Event::Bust { seat } => Event::Bust { seat: *seat },
            Event::Blocked { why } => Event::Blocked { why: *why },
        }
    }
}
