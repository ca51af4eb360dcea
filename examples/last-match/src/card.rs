//! The cards of a standard pack: rank and suit.

use std::fmt;

use eights::{CardId, CardSet, Faces};
use serde::{Serialize, Serializer};

/// The names of all cards in notation, suit by suit.
const NAMES: [&str; 52] = [
    "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC", //
    "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD", //
    "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH", //
    "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS", //
];

/// What is printed on a card. Every face exists once, so it is also the number of its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// All faces.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..52).map(Face)
    }

    /// The face with this name, in any letter case.
    pub fn parse(name: &str) -> Option<Face> {
        Face::all().find(|face| face.name().eq_ignore_ascii_case(name))
    }

    /// The name in notation, such as `10H`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The rank, from 0 for a two to 12 for an ace.
    pub const fn rank(self) -> u8 {
        self.0 % 13
    }

    /// The suit, from 0 to 3.
    pub const fn suit(self) -> u8 {
        self.0 / 13
    }

    /// Whether this card may be played on `top`.
    pub const fn fits(self, top: Face) -> bool {
        self.suit() == top.suit() || self.rank() == top.rank()
    }

    /// The card with this face.
    pub(crate) const fn card(self) -> CardId {
        CardId::new(self.0 as usize)
    }

    /// The face of a card.
    pub(crate) const fn of(card: CardId) -> Face {
        Face(card.index() as u8)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

eights::text_schema!(Face, "Face", "^([2-9]|10|[JQKA])[CDHS]$", "Rank and suit of a card, such as `10H`.");

/// Maps cards to faces and back.
#[derive(Clone, Copy)]
pub(crate) struct Pack;

impl Pack {
    pub(crate) fn all() -> CardSet {
        Face::all().map(Face::card).collect()
    }
}

impl Faces for Pack {
    type Face = Face;

    fn face(self, card: CardId) -> Face {
        Face::of(card)
    }

    fn bearing(self, face: Face) -> CardSet {
        CardSet::from_iter([face.card()])
    }
}
