//! The state of one game, its public part, views and events.

use eights::{BySeat, CardEvent, Cards, Glimpse, Seat, Sight, Table};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    color::{Balls, Color, Colors},
    face::Face,
    place::{PLACES, Place, Tops},
    spot::Spot,
};

/// Everything public except the cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Public {
    /// Whose turn it is.
    pub turn: Seat,
    /// What the seat whose turn it is must decide.
    pub step: Step,
    /// The seat with the solids; the other has the stripes. `None` before the dealer has chosen.
    pub solids: Option<Seat>,
    /// The balls of each seat that are not pocketed yet.
    pub rows: BySeat<Colors>,
    /// What is on top of each position of the table.
    pub tops: Tops,
    /// How many turns both seats together have finished.
    pub turns: u16,
}

/// What the seat whose turn it is must decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Whether the dealer takes the solids or the stripes.
    Choose,
    /// The one action of the turn.
    Act,
    /// Where the next replacement card comes from.
    Fill,
    /// Nothing: the game has ended.
    Over(Ending),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A seat pocketed the 8-ball.
    Eight(Seat),
    /// Neither seat could ever finish.
    Stalemate,
    /// The turn cap was reached.
    TurnCap,
}

impl Public {
    /// The public part of a game before the first turn.
    pub(crate) fn fresh(turn: Seat, solids: Seat) -> Public {
        let rows = BySeat::all(2, Colors::ALL);
        Public { turn, step: Step::Act, solids: Some(solids), rows, tops: Tops::BARE, turns: 0 }
    }

    /// The public part of a game before the dealer has chosen (EB-SET-1).
    pub(crate) fn undivided(dealer: Seat) -> Public {
        Public { step: Step::Choose, solids: None, ..Public::fresh(dealer, dealer) }
    }

    /// The balls of a seat, once the dealer has chosen.
    pub fn balls(&self, seat: Seat) -> Option<Balls> {
        self.solids.map(|solids| if solids == seat { Balls::Solids } else { Balls::Stripes })
    }

    /// The colours in which a seat may play pockets and needs cards: those of its row, or all of them
    /// when only the 8-ball is left.
    #[inline]
    pub fn wanted(&self, seat: Seat) -> Colors {
        if self.rows[seat].is_empty() { Colors::ALL } else { self.rows[seat] }
    }

    /// The balls a seat has pocketed.
    pub fn pocketed(&self, seat: Seat) -> Colors {
        Colors::ALL.without(self.rows[seat])
    }
}

/// The opponent's seat.
#[inline]
pub(crate) const fn other(seat: Seat) -> Seat {
    Seat::new(1 - (seat.index() & 1))
}

/// The complete state of a game, including secrets. Deliberately not `Serialize`.
#[derive(Clone)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) cards: Cards<Place, PLACES>,
}

/// A game as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// The public part.
    #[serde(flatten)]
    pub public: Public,
    /// Every card, as far as the viewer knows it.
    pub table: Table<Place, Sight<Face>, PLACES>,
}

impl View {
    /// The cards of a hand that the viewer knows.
    pub fn hand(&self, seat: Seat) -> impl Iterator<Item = Face> + Clone + '_ {
        self.table.pile(Place::Hand(seat)).iter().filter_map(|sight| match sight {
            Sight::Face(face) => Some(*face),
            Sight::Back => None,
        })
    }

    /// How many cards with this face the viewer knows in a hand.
    pub fn n_held(&self, seat: Seat, face: Face) -> usize {
        self.hand(seat).filter(|held| *held == face).count()
    }

    /// The top of the discard pile.
    pub fn top(&self) -> Option<Face> {
        match self.table.top(Place::Discard)? {
            Sight::Face(face) => Some(face),
            Sight::Back => None,
        }
    }

    /// The number of cards in the draw pile.
    pub fn n_stock(&self) -> usize {
        self.table.pile(Place::Stock).len()
    }
}

/// Something that happened. `C` is the form of cards: [`Glimpse`] inside the engine, [`Sight`] outside.
/// Only the second can be serialised.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Event")]
pub enum Happening<C> {
    /// A movement or other change of cards.
    Card(CardEvent<Place, C>),
    /// The dealer chose a set of balls.
    Chose {
        /// The dealer.
        seat: Seat,
        /// The chosen set.
        balls: Balls,
    },
    /// A ball was pocketed.
    Ball {
        /// The owner of the ball.
        seat: Seat,
        /// The colour of the ball.
        color: Color,
        /// The position of the pocket.
        at: Spot,
    },
    /// The 8-ball was pocketed.
    Eight {
        /// The seat that pocketed it and wins.
        seat: Seat,
        /// The position of the pocket.
        at: Spot,
    },
    /// The game ended.
    Over(Ending),
}

/// An event with the set of viewers who saw each card.
pub type Event = Happening<Glimpse>;

/// An event as one viewer saw it.
pub type Seen = Happening<Sight<Face>>;

impl From<CardEvent<Place, Glimpse>> for Event {
    fn from(event: CardEvent<Place, Glimpse>) -> Event {
        Happening::Card(event)
    }
}
