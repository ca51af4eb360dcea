//! One game: what everybody can see of it, the cards, views and events.

use eights::{BySeat, CardEvent, Cards, Glimpse, Seat, Sight, Table};
use serde::Serialize;

use crate::{
    color::{Balls, Color, Colors},
    face::Face,
    place::{PLACES, Place, Spot, Tops},
};

/// What everybody can see, apart from cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Public {
    /// Whose turn it is.
    pub turn: Seat,
    /// What is asked.
    pub step: Step,
    /// Who has the solids; the other seat has the stripes. Nobody before the dealer has chosen.
    pub solids: Option<Seat>,
    /// The balls that are not pocketed yet, by seat.
    pub rows: BySeat<Colors>,
    /// What lies on top of each position of the table.
    pub tops: Tops,
    /// How many turns have been finished, of both seats together.
    pub turns: u16,
}

/// What is asked of the seat whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// The table before the first turn.
    pub(crate) fn fresh(turn: Seat, solids: Seat) -> Public {
        let rows = BySeat::all(2, Colors::ALL);
        Public { turn, step: Step::Act, solids: Some(solids), rows, tops: Tops::BARE, turns: 0 }
    }

    /// The table before the dealer has chosen (EB-SET-1).
    pub(crate) fn undivided(dealer: Seat) -> Public {
        Public { step: Step::Choose, solids: None, ..Public::fresh(dealer, dealer) }
    }

    /// The balls of a seat, once they are divided.
    pub fn balls(&self, seat: Seat) -> Option<Balls> {
        self.solids.map(|solids| if solids == seat { Balls::Solids } else { Balls::Stripes })
    }

    /// The colours in which a seat may lay pockets and is after cards: those
    /// of its row, or all of them when only the 8-ball is left.
    #[inline]
    pub fn wanted(&self, seat: Seat) -> Colors {
        if self.rows[seat].is_empty() { Colors::ALL } else { self.rows[seat] }
    }

    /// The balls a seat has pocketed.
    pub fn pocketed(&self, seat: Seat) -> Colors {
        Colors::ALL.without(self.rows[seat])
    }
}

/// The seat across the table.
#[inline]
pub(crate) const fn other(seat: Seat) -> Seat {
    Seat::new(1 - (seat.index() & 1))
}

/// The whole truth of a game. Not `Serialize`.
#[derive(Clone)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) cards: Cards<Place, PLACES>,
}

/// The truth as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    /// What everybody can see.
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

    /// How many cards lie in the draw pile.
    pub fn n_stock(&self) -> usize {
        self.table.pile(Place::Stock).len()
    }
}

/// Something that happened. `C` is the form cards take: [`Glimpse`] inside,
/// [`Sight`] outside; only the second can be serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Happening<C> {
    /// Something happened to a card.
    Card(CardEvent<Place, C>),
    /// The dealer chose a set of balls.
    Chose {
        /// Who.
        seat: Seat,
        /// Which.
        balls: Balls,
    },
    /// A ball was pocketed.
    Ball {
        /// Whose.
        seat: Seat,
        /// Which.
        color: Color,
        /// Where.
        at: Spot,
    },
    /// The 8-ball was pocketed.
    Eight {
        /// By whom.
        seat: Seat,
        /// Where.
        at: Spot,
    },
    /// The game ended.
    Over(Ending),
}

/// Something that happened, with who could see it.
pub type Event = Happening<Glimpse>;

/// Something that happened, as one viewer saw it.
pub type Seen = Happening<Sight<Face>>;

impl From<CardEvent<Place, Glimpse>> for Event {
    fn from(event: CardEvent<Place, Glimpse>) -> Event {
        Happening::Card(event)
    }
}
