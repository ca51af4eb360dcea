//! The six positions of the pool table and their shapes.

use std::fmt;

use serde::Serialize;

/// The number of positions on the table.
pub const N_SPOTS: usize = 6;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, schemars::JsonSchema)]
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
