//! Card faces: rank and suit, or a joker.

use std::fmt;

use eights::{CardId, CardSet, Faces, Text};
use serde::{Serialize, Serializer};

/// The four suits, in the order cards are listed.
pub const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// The names of the suits in sentences.
pub const SUIT_NAMES: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// The thirteen ranks, in the order cards are listed.
pub const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// The maximum number of different jokers in a pack.
pub(crate) const MAX_JOKERS: u8 = 12;

const FIRST_JOKER: u8 = 52;

/// A face, numbered `rank × 4 + suit`, followed by the jokers. The faces of a pack fill one word of
/// a [`CardSet`], so a set of faces is a `u64`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// The face with this index, modulo 64.
    #[inline]
    pub const fn new(index: u8) -> Face {
        Face(index & 63)
    }

    /// The face with this rank and suit.
    #[inline]
    pub const fn of(rank: u8, suit: u8) -> Face {
        Face(rank * 4 + suit)
    }

    /// The joker with this index, from 0.
    pub const fn joker(n: u8) -> Face {
        Face(FIRST_JOKER + n)
    }

    /// The index of the face, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bit of the face in a set of faces.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Whether it is a joker, which has neither rank nor suit.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 >= FIRST_JOKER
    }

    /// The rank, `A` = 0 … `K` = 12; 13 or more for jokers.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// The suit, with clubs as 0; meaningless for a joker.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }

    /// Whether it is a diamond or a heart.
    pub const fn is_red(self) -> bool {
        !self.is_joker() && matches!(self.suit(), 1 | 2)
    }

    /// Parses a face such as `10H`, `qs`, `TC` or `*1`.
    pub fn parse(text: &str) -> Option<Face> {
        if let Some(n) = text.strip_prefix('*') {
            let n: u8 = n.parse().ok()?;
            return (1..=MAX_JOKERS).contains(&n).then(|| Face::joker(n - 1));
        }
        let text = text.to_ascii_uppercase();
        let (rank, suit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let suit = SUITS.iter().position(|letter| suit.starts_with(*letter))?;
        Some(Face::of(rank_named(rank)?, suit as u8))
    }

    /// The notation as a constant; `None` for a joker.
    #[inline]
    pub(crate) fn printed(self) -> Option<&'static str> {
        NAMES.as_flattened().get(self.index()).copied()
    }

    /// How it is written.
    pub(crate) fn text(self) -> Text {
        self.printed().map_or_else(|| self.to_string().into(), Text::Borrowed)
    }

    /// The name in sentences: "queen of spades".
    pub fn spoken(self) -> String {
        if self.is_joker() {
            return format!("joker {}", self.0 - FIRST_JOKER + 1);
        }
        format!("{} of {}", rank_spoken(self.rank()), SUIT_NAMES[self.suit() as usize])
    }
}

/// Parses a rank such as `A`, `10`, `T` or `q`.
pub(crate) fn rank_named(text: &str) -> Option<u8> {
    let text = if text.eq_ignore_ascii_case("T") { "10" } else { text };
    RANKS.iter().position(|rank| rank.eq_ignore_ascii_case(text)).map(|rank| rank as u8)
}

/// The name of a rank: "ace", "seven", "queen".
pub(crate) fn rank_spoken(rank: u8) -> &'static str {
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
        .get(rank as usize)
        .copied()
        .unwrap_or("joker")
}

/// The plural of a rank: "aces", "sixes", "queens".
pub(crate) fn rank_plural(rank: u8) -> String {
    let one = rank_spoken(rank);
    format!("{one}{}", if one == "six" { "es" } else { "s" })
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.printed() {
            Some(name) => f.write_str(name),
            None => write!(f, "*{}", self.0 - FIRST_JOKER + 1),
        }
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Face {
    #[inline(always)]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Views are serialised several times per move. A unit variant is a constant that needs no
        // formatting or escaping.
        match self.printed() {
            Some(name) => serializer.serialize_unit_variant("Face", u32::from(self.0), name),
            None => serializer.collect_str(self),
        }
    }
}

eights::text_schema!(
    Face,
    "Face",
    r"^(([2-9]|10|[AJQK])[CDHS]|\*[1-9][0-9]*)$",
    "Rank and suit of a card, such as `10H`; `*1` is a joker."
);

/// The notation of every card, by rank and suit.
const NAMES: [[&str; 4]; 13] = [
    ["AC", "AD", "AH", "AS"],
    ["2C", "2D", "2H", "2S"],
    ["3C", "3D", "3H", "3S"],
    ["4C", "4D", "4H", "4S"],
    ["5C", "5D", "5H", "5S"],
    ["6C", "6D", "6H", "6S"],
    ["7C", "7D", "7H", "7S"],
    ["8C", "8D", "8H", "8S"],
    ["9C", "9D", "9H", "9S"],
    ["10C", "10D", "10H", "10S"],
    ["JC", "JD", "JH", "JS"],
    ["QC", "QD", "QH", "QS"],
    ["KC", "KD", "KH", "KS"],
];

/// The faces in a set of bits, lowest first.
#[inline]
pub(crate) fn faces(mut bits: u64) -> impl Iterator<Item = Face> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let face = Face(bits.trailing_zeros() as u8);
            bits &= bits - 1;
            face
        })
    })
}

/// The bits of all faces but jokers.
pub(crate) const RANKED: u64 = (1 << 52) - 1;

/// The bits of all faces of a rank.
#[inline]
pub(crate) const fn of_rank(rank: u8) -> u64 {
    0b1111 << (rank * 4)
}

/// The bits of all faces of a suit.
#[inline]
pub(crate) const fn of_suit(suit: u8) -> u64 {
    0x0001_1111_1111_1111 << suit
}

/// Maps card numbers to faces: copies of a face are 64 apart.
#[derive(Clone, Copy)]
pub(crate) struct Printed;

impl Printed {
    /// The faces of a set of cards.
    #[inline]
    pub(crate) const fn faces_of(set: &CardSet) -> u64 {
        let words = set.words();
        words[0] | words[1] | words[2]
    }
}

impl Faces for Printed {
    type Face = Face;

    fn face(self, card: CardId) -> Face {
        Face::new(card.index() as u8)
    }

    fn bearing(self, face: Face) -> CardSet {
        CardSet::from_words([face.bit(); 3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displayed_faces_can_be_parsed() {
        for face in (0..64).map(Face::new) {
            assert_eq!(Face::parse(&face.to_string()), Some(face));
        }
        assert_eq!(Face::parse("th"), Face::parse("10H"));
        for wrong in ["", "H", "1H", "11H", "QX", "*0", "*13", "ä", "10"] {
            assert_eq!(Face::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn suits_and_ranks_partition_the_pack() {
        let suits = (0..4).fold(0, |all, suit| all ^ of_suit(suit));
        let ranks = (0..13).fold(0, |all, rank| all ^ of_rank(rank));
        assert_eq!(suits, (1 << 52) - 1);
        assert_eq!(ranks, suits);
        assert!(Face::parse("QH").is_some_and(Face::is_red));
    }
}
