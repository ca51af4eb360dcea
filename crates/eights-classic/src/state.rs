//! One hand of Crazy Eights: what everybody knows of it, and the cards.

use std::fmt;

use eights::{BySeat, Cards, Eyes, MAX_SEATS, Place, Seat, Seats, Sight, Table};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    action::Name,
    face::{Face, Printed},
    sheet::Again,
};

/// As many places as a table can have: stock, discard pile and sixteen hands.
pub const PLACES: usize = 18;

/// Where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pile {
    /// Face down, to draw from.
    Stock,
    /// Face up, to play on.
    Discard,
    /// What a player holds.
    Hand(Seat),
}

impl Place for Pile {
    #[inline]
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

    #[inline]
    fn open_to(self) -> Eyes {
        match self {
            Pile::Stock => Eyes::NONE,
            Pile::Discard => Eyes::ALL,
            Pile::Hand(seat) => Eyes::of(seat),
        }
    }

    #[inline]
    fn is_ordered(self) -> bool {
        !matches!(self, Pile::Hand(_))
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Every hand as it is written.
const HANDS: [&str; MAX_SEATS] = [
    "hand A", "hand B", "hand C", "hand D", "hand E", "hand F", "hand G", "hand H", "hand I", "hand J",
    "hand K", "hand L", "hand M", "hand N", "hand O", "hand P",
];

impl Pile {
    fn name(self) -> &'static str {
        match self {
            Pile::Stock => "stock",
            Pile::Discard => "discard",
            Pile::Hand(seat) => HANDS[seat.index() % MAX_SEATS],
        }
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_variant("Pile", self.index() as u32, self.name())
    }
}

/// What the seat whose turn it is must answer. The tag has a byte of its own
/// (`repr`), since it is asked for several times a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Step {
    /// An ordinary turn: play, draw or pass.
    Play,
    /// A penalty: take it, or answer it.
    Answer {
        /// How many cards.
        owed: u16,
        /// The lowest face of its family.
        family: u8,
        /// How many cards the last penalty card alone demands.
        least: u8,
    },
    /// One more card may be laid at once.
    More(Again),
    /// Somebody names what follows a wild starter.
    NameStarter,
    /// Nothing: somebody is out.
    Out,
    /// Nothing: nobody can go on.
    Blocked,
}

/// What everybody knows beside the cards. It stands in the state and in every
/// view, so that the two cannot drift apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Public {
    /// How many play.
    pub seats: u8,
    /// The number of the hand, from 0.
    pub hand: u32,
    /// Who dealt.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Seat,
    /// What that seat must answer.
    pub step: Step,
    /// Whether play goes to the left.
    pub clockwise: bool,
    /// What was named for the top card.
    pub named: Name,
    /// Cards drawn in this turn.
    pub drawn: u8,
    /// Passes in a row with nothing left to draw.
    pub passes: u8,
    /// Who still plays in this hand.
    pub playing: Seats,
    /// The place each seat has reached in this hand; 0 for none yet.
    pub places: BySeat<u8>,
    /// Who has one card left and did not say so.
    pub uncalled: Option<Seat>,
    /// Whether the top card was laid by a player.
    pub played: bool,
    /// Whether nobody has drawn by choice or passed since then, so that others may jump in.
    pub just_laid: bool,
    /// Answers since there were fewer cards in hands than ever before in the hand.
    pub quiet: u16,
    /// The fewest cards in hands so far.
    pub fewest: u16,
    /// How many cards are in the game.
    pub cards: u16,
    /// The match score: before this hand while it is played, with it once it is over.
    pub scores: BySeat<i32>,
}

/// The whole truth of a hand. Not `Serialize`.
#[derive(Clone)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) cards: Cards<Pile, PLACES>,
    /// The faces that fit now, wild cards aside. Follows from top card and name.
    pub(crate) follow: u64,
    /// The card just drawn, while it may be played.
    pub(crate) fresh: Option<Face>,
}

/// A hand as one viewer may know it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What everybody knows; written side by side with the rest.
    pub public: Public,
    /// The cards as the viewer sees them.
    pub table: Table<Pile, Sight<Face>, PLACES>,
    /// The card just drawn, while it may be played; the player alone sees it.
    pub fresh: Option<Face>,
    /// Who plays together, each team once; empty where everybody plays alone, and for the referee.
    pub teams: Vec<Seats>,
}

/// By hand: serde flattens by making a map of a struct, and looks through every name as if it
/// were any text. A view is written once for everybody after every move.
impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("View", 21)?;
        macro_rules! fields {
            ($($field:ident),*) => {
                let Public { $($field),* } = &self.public;
                $(view.serialize_field(stringify!($field), $field)?;)*
            };
        }
        fields!(
            seats, hand, dealer, turn, step, clockwise, named, drawn, passes, playing, places, uncalled,
            played, just_laid, quiet, fewest, cards, scores
        );
        view.serialize_field("table", &self.table)?;
        if let Some(fresh) = &self.fresh {
            view.serialize_field("fresh", fresh)?;
        }
        if !self.teams.is_empty() {
            view.serialize_field("teams", &self.teams)?;
        }
        view.end()
    }
}

impl State {
    /// The faces in a hand.
    #[inline]
    pub(crate) fn faces(&self, seat: Seat) -> u64 {
        Printed::faces_of(self.cards.at(Pile::Hand(seat)))
    }

    #[inline]
    pub(crate) fn n_cards(&self, seat: Seat) -> usize {
        self.cards.len(Pile::Hand(seat))
    }

    /// How many copies of a face a hand holds.
    pub(crate) fn copies(&self, seat: Seat, face: Face) -> u8 {
        self.cards.at(Pile::Hand(seat)).words().iter().map(|word| (word >> face.index() & 1) as u8).sum()
    }

    /// The top of the discard pile.
    #[inline]
    pub(crate) fn top(&self) -> Option<Face> {
        self.cards.top(Pile::Discard).map(|card| Face::new(card.index() as u8))
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.public.step, Step::Out | Step::Blocked)
    }

    /// The seat so many steps on, among those who still play.
    #[inline]
    pub(crate) fn onward(&self, from: Seat, steps: u32) -> Seat {
        let public = &self.public;
        let step = |seat: Seat| {
            if public.clockwise { seat.left(public.seats) } else { seat.right(public.seats) }
        };
        let mut seat = from;
        for _ in 0..steps {
            seat = step(seat);
            while !public.playing.has(seat) && !public.playing.is_empty() {
                seat = step(seat);
            }
        }
        seat
    }

    /// The partner in a team of two: who sits opposite.
    pub(crate) fn opposite(&self, seat: Seat) -> Seat {
        Seat::new((seat.index() + self.public.seats as usize / 2) % self.public.seats as usize)
    }
}
