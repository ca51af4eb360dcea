//! What is printed on a card: rank and suit, or a joker.

use std::fmt;

use eights::{CardId, CardSet, Faces, Text};
use serde::{Serialize, Serializer};

/// The four suits, in the order cards are listed.
pub const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// The names of the suits for sentences.
pub const SUIT_NAMES: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

/// The thirteen ranks, in the order cards are listed.
pub const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// How many different jokers a pack can have.
pub(crate) const MAX_JOKERS: u8 = 12;

const FIRST_JOKER: u8 = 52;

/// A face: `rank × 4 + suit`, then the jokers. A pack fills one word of a
/// [`CardSet`], so that a set of faces is 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// The face with this number below 64.
    #[inline]
    pub const fn new(index: u8) -> Face {
        Face(index & 63)
    }

    /// A card of a rank and a suit.
    #[inline]
    pub const fn of(rank: u8, suit: u8) -> Face {
        Face(rank * 4 + suit)
    }

    /// The joker with this number, from 0.
    pub const fn joker(n: u8) -> Face {
        Face(FIRST_JOKER + n)
    }

    /// The number of the face.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bit of the face in a set of faces.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Whether it is a joker: neither rank nor suit.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 >= FIRST_JOKER
    }

    /// The rank, `A` = 0 … `K` = 12. Jokers have 13 and more.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// The suit, clubs first; meaningless for a joker.
    #[inline]
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }

    /// Whether it is a diamond or a heart.
    pub const fn is_red(self) -> bool {
        !self.is_joker() && matches!(self.suit(), 1 | 2)
    }

    /// Reads `10H`, `qs`, `TC`, `*1`.
    pub fn parse(text: &str) -> Option<Face> {
        if let Some(n) = text.strip_prefix('*') {
            let n: u8 = n.parse().ok()?;
            return (1..=MAX_JOKERS).contains(&n).then(|| Face::joker(n - 1));
        }
        let text = text.to_ascii_uppercase();
        let (rank, suit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let suit = SUITS.iter().position(|it| suit.starts_with(*it))?;
        Some(Face::of(rank_named(rank)?, suit as u8))
    }

    /// How it is written, unless it is a joker.
    #[inline]
    pub(crate) fn printed(self) -> Option<&'static str> {
        NAMES.as_flattened().get(self.index()).copied()
    }

    /// How it is written.
    pub(crate) fn text(self) -> Text {
        self.printed().map_or_else(|| self.to_string().into(), Text::Borrowed)
    }

    /// How people say it: "queen of spades".
    pub fn spoken(self) -> String {
        if self.is_joker() {
            return format!("joker {}", self.0 - FIRST_JOKER + 1);
        }
        format!("{} of {}", rank_spoken(self.rank()), SUIT_NAMES[self.suit() as usize])
    }
}

/// The rank that `A`, `10`, `T`, `q` stand for.
pub(crate) fn rank_named(text: &str) -> Option<u8> {
    let text = if text.eq_ignore_ascii_case("T") { "10" } else { text };
    RANKS.iter().position(|it| it.eq_ignore_ascii_case(text)).map(|rank| rank as u8)
}

/// "ace", "seven", "queen".
pub(crate) fn rank_spoken(rank: u8) -> &'static str {
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
        .get(rank as usize)
        .copied()
        .unwrap_or("joker")
}

/// "aces", "sixes", "queens".
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
        // Views are written four times a move: a card is copied, not put together or looked through.
        match self.printed() {
            Some(name) => serializer.serialize_unit_variant("Face", u32::from(self.0), name),
            None => serializer.collect_str(self),
        }
    }
}

/// Every card as it is written, by rank and suit.
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

/// Every face of a set of bits, lowest first.
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

/// How card numbers and faces belong together: the copies of a face lie 64 apart.
#[derive(Clone, Copy)]
pub(crate) struct Printed;

impl Printed {
    /// All faces of a set of cards.
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
    fn faces_read_back() {
        for face in (0..64).map(Face::new) {
            assert_eq!(Face::parse(&face.to_string()), Some(face));
        }
        assert_eq!(Face::parse("th"), Face::parse("10H"));
        for wrong in ["", "H", "1H", "11H", "QX", "*0", "*13", "ä", "10"] {
            assert_eq!(Face::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn suits_and_ranks_part_the_pack() {
        let suits = (0..4).fold(0, |all, suit| all ^ of_suit(suit));
        let ranks = (0..13).fold(0, |all, rank| all ^ of_rank(rank));
        assert_eq!(suits, (1 << 52) - 1);
        assert_eq!(ranks, suits);
        assert!(Face::parse("QH").is_some_and(Face::is_red));
    }
}
