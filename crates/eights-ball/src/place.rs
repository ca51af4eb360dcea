//! The pool table with its six positions and what is on top of them, and all other places of cards.

use std::{fmt, ops};

use eights::{Eyes, Seat};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    color::{Color, Colors},
    face::Face,
};

/// The number of positions on the table.
pub const N_SPOTS: usize = 6;

/// The number of places where cards can be.
pub const PLACES: usize = 11;

/// The two shapes of positions and of pocket cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// For pocket cards with two colours.
    Corner,
    /// For pocket cards with one colour.
    Side,
}

impl Shape {
    /// The positions of this shape, in order.
    #[inline]
    pub const fn spots(self) -> &'static [Spot] {
        match self {
            Shape::Corner => &[Spot::NW, Spot::NE, Spot::SW, Spot::SE],
            Shape::Side => &[Spot::N, Spot::S],
        }
    }

    /// The English name of the shape.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Corner => "corner",
            Shape::Side => "side",
        }
    }
}

/// A position on the table, named as on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[repr(u8)]
pub enum Spot {
    /// The upper left corner.
    NW,
    /// The upper side.
    N,
    /// The upper right corner.
    NE,
    /// The lower left corner.
    SW,
    /// The lower side.
    S,
    /// The lower right corner.
    SE,
}

impl Spot {
    /// All positions, in order.
    pub const ALL: [Spot; N_SPOTS] = [Spot::NW, Spot::N, Spot::NE, Spot::SW, Spot::S, Spot::SE];

    /// The index of the position; the upper left is 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The shape of the position.
    pub const fn shape(self) -> Shape {
        match self {
            Spot::N | Spot::S => Shape::Side,
            _ => Shape::Corner,
        }
    }

    /// The name of the position in notation.
    pub const fn name(self) -> &'static str {
        ["NW", "N", "NE", "SW", "S", "SE"][self as usize]
    }

    /// The position with this name, in any letter case.
    pub fn from_name(name: &str) -> Option<Spot> {
        Spot::ALL.into_iter().find(|spot| spot.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is on top of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Top {
    /// Nothing has been played there yet.
    Nothing,
    /// A pocket card, open to both players.
    Pocket(Face),
    /// A ball of a seat.
    Ball(Seat, Color),
    /// The 8-ball, pocketed by a seat.
    Eight(Seat),
    /// A block.
    Block(Face),
    /// Something unspecified that closes the pocket below, for test positions that do not say what.
    Something,
}

impl Top {
    /// The open pocket card, if there is one.
    #[inline]
    pub const fn open(self) -> Option<Face> {
        match self {
            Top::Pocket(pocket) => Some(pocket),
            _ => None,
        }
    }
}

/// What is on top of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tops([Top; N_SPOTS]);

impl Tops {
    /// The empty table.
    pub const BARE: Tops = Tops([Top::Nothing; N_SPOTS]);

    /// Every open pocket with its position.
    pub fn open(&self) -> impl Iterator<Item = (Spot, Face)> + '_ {
        Spot::ALL.into_iter().filter_map(|spot| Some((spot, self[spot].open()?)))
    }

    /// The colours of the open pocket on each position; empty where none is open.
    #[inline]
    pub(crate) fn open_colors(&self) -> [Colors; N_SPOTS] {
        self.0.map(|top| top.open().map_or(Colors::NONE, Face::colors))
    }

    /// Whether every position of a shape holds an open pocket.
    pub fn is_full(&self, shape: Shape) -> bool {
        shape.spots().iter().all(|spot| self[*spot].open().is_some())
    }
}

impl ops::Index<Spot> for Tops {
    type Output = Top;
    #[inline]
    fn index(&self, spot: Spot) -> &Top {
        &self.0[spot.index()]
    }
}

impl ops::IndexMut<Spot> for Tops {
    #[inline]
    fn index_mut(&mut self, spot: Spot) -> &mut Top {
        &mut self.0[spot.index()]
    }
}

impl Serialize for Tops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(N_SPOTS))?;
        for spot in Spot::ALL {
            map.serialize_entry(&spot, &self[spot])?;
        }
        map.end()
    }
}

/// A place where cards can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The draw pile, face down.
    Stock,
    /// The discard pile, face up.
    Discard,
    /// The hand of a seat.
    Hand(Seat),
    /// A stack on the table, face up.
    Table(Spot),
    /// Beside the table, face up: cards that a test position leaves out.
    Out,
}

const FIRST_HAND: usize = 2;
const FIRST_SPOT: usize = 4;

impl eights::Place for Place {
    #[inline]
    fn index(self) -> usize {
        match self {
            Place::Stock => 0,
            Place::Discard => 1,
            Place::Hand(seat) => FIRST_HAND + (seat.index() & 1),
            Place::Table(spot) => FIRST_SPOT + spot.index(),
            Place::Out => FIRST_SPOT + N_SPOTS,
        }
    }

    fn at(index: usize) -> Place {
        match index {
            0 => Place::Stock,
            1 => Place::Discard,
            FIRST_HAND..FIRST_SPOT => Place::Hand(Seat::new(index - FIRST_HAND)),
            _ => Spot::ALL.get(index - FIRST_SPOT).map_or(Place::Out, |spot| Place::Table(*spot)),
        }
    }

    #[inline]
    fn open_to(self) -> Eyes {
        match self {
            Place::Stock => Eyes::NONE,
            Place::Hand(seat) => Eyes::of(seat),
            _ => Eyes::ALL,
        }
    }

    #[inline]
    fn is_ordered(self) -> bool {
        !matches!(self, Place::Hand(_) | Place::Out)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Stock => f.write_str("stock"),
            Place::Discard => f.write_str("discard"),
            Place::Hand(seat) => write!(f, "hand {seat}"),
            Place::Table(spot) => write!(f, "{spot}"),
            Place::Out => f.write_str("out"),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
