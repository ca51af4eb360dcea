//! The state of a hand, its places, views and events.

use std::fmt;

use eights::{BySeat, CardEvent, Cards, Eyes, Glimpse, Place, Seat, Sight, Table};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::card::Face;

/// The number of places: stock, discard pile and six hands.
pub const PLACES: usize = 8;

/// A place that holds cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pile {
    /// The stock, face down.
    Stock,
    /// The discard pile, face up.
    Discard,
    /// The hand of a player.
    Hand(Seat),
}

impl Place for Pile {
    fn index(self) -> usize {
        match self {
            Pile::Stock => 0,
            Pile::Discard => 1,
            Pile::Hand(seat) => 2 + seat.index(),
        }
    }

    fn at(index: usize) -> Pile {
        match index {
            0 => Pile::Stock,
            1 => Pile::Discard,
            _ => Pile::Hand(Seat::new(index - 2)),
        }
    }

    fn open_to(self) -> Eyes {
        match self {
            Pile::Stock => Eyes::NONE,
            Pile::Discard => Eyes::ALL,
            Pile::Hand(seat) => Eyes::of(seat),
        }
    }

    fn is_ordered(self) -> bool {
        !matches!(self, Pile::Hand(_))
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Pile::Stock => f.write_str("stock"),
            Pile::Discard => f.write_str("discard"),
            Pile::Hand(seat) => write!(f, "hand {seat}"),
        }
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

eights::text_schema!(Pile, "Place", "^(stock|discard|hand [A-F])$", "A place that holds cards.");

/// Everything public except the cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Public {
    /// The number of players.
    pub seats: u8,
    /// Whose turn it is.
    pub turn: Seat,
    /// The number of passes in a row. A player passes when there is nothing to draw.
    pub passes: u8,
    /// The points from the earlier hands of the match.
    pub scores: BySeat<i32>,
}

/// The complete state of a hand, including secrets. Deliberately not `Serialize`.
#[derive(Clone)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) cards: Cards<Pile, PLACES>,
}

/// A hand as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// The public part.
    #[serde(flatten)]
    pub public: Public,
    /// Every card, as far as the viewer knows it.
    pub table: Table<Pile, Sight<Face>, PLACES>,
}

/// Something that happened. `C` is the form of cards: [`Glimpse`] inside the engine, [`Sight`]
/// outside. Only the second can be serialized.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Event")]
pub enum Happening<C> {
    /// A movement or other change of cards.
    Card(CardEvent<Pile, C>),
    /// A seat matched the rank and has another turn.
    Again {
        /// The seat.
        seat: Seat,
    },
    /// A seat passed because there was nothing to draw.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// A seat played its last card.
    WentOut {
        /// The seat.
        seat: Seat,
    },
    /// All passed, so the hand ended without a winner.
    Blocked,
}

/// An event with the set of viewers who saw each card.
pub type Event = Happening<Glimpse>;

/// An event as one viewer saw it.
pub type Seen = Happening<Sight<Face>>;

impl From<CardEvent<Pile, Glimpse>> for Event {
    fn from(event: CardEvent<Pile, Glimpse>) -> Event {
        Happening::Card(event)
    }
}
