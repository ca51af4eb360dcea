//! Card faces: rank and suit, or a joker, in the two packs that there are.

use std::fmt;

use eights::{CardId, CardSet, Faces, Text};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// The maximum number of different jokers in a pack.
pub(crate) const MAX_JOKERS: u8 = 12;

/// In both packs the jokers are the faces from this index on.
const FIRST_JOKER: u8 = 52;

/// Marks a face of the pack with five shapes.
const SHAPES: u8 = 64;

/// What is printed on the cards of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Printed {
    /// Thirteen ranks in four suits. A face has the index `rank × 4 + suit`.
    #[default]
    French,
    /// Numbers from 1 to 14 in five shapes, not every number in every shape. The faces are numbered in this order.
    /// (FA-MARKET-1)
    Shapes,
}

/// A face of a pack: an index below 64, and a bit that says which pack. The faces of a pack fill one word of a
/// [`CardSet`], so a set of faces is a `u64`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u8);

impl Face {
    /// The face of the French pack with this rank and suit.
    #[inline]
    pub const fn of(rank: u8, suit: u8) -> Face {
        Face(rank * 4 + suit)
    }

    /// The face in the lowest seven bits of a packed answer.
    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Face {
        Face(bits & 127)
    }

    /// The face in seven bits.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The pack that it belongs to.
    #[inline]
    pub const fn printed(self) -> Printed {
        if self.0 & SHAPES == 0 { Printed::French } else { Printed::Shapes }
    }

    /// The index of the face, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The bit of the face in a set of faces.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The cards with this face.
    #[inline]
    pub(crate) const fn cards(self) -> CardSet {
        CardSet::from_words([self.bit(); 3])
    }

    /// Whether it is a joker, which has neither rank nor suit.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 & 63 >= FIRST_JOKER
    }

    /// The rank: `A` or 1 = 0, up to `K` = 12 or 14 = 13; meaningless for a joker.
    #[inline]
    pub const fn rank(self) -> u8 {
        if self.0 & SHAPES == 0 { self.0 >> 2 } else { SHAPED[self.index()].0 }
    }

    /// The suit, with clubs or circles as 0; meaningless for a joker.
    #[inline]
    pub const fn suit(self) -> u8 {
        if self.0 & SHAPES == 0 { self.0 & 3 } else { SHAPED[self.index()].1 }
    }

    /// All faces of its rank; none for a joker.
    #[inline]
    pub(crate) const fn rank_mates(self) -> u64 {
        if self.is_joker() { 0 } else { self.printed().of_rank(self.rank()) }
    }

    /// All faces of its suit; none for a joker.
    #[inline]
    pub(crate) const fn suit_mates(self) -> u64 {
        if self.is_joker() { 0 } else { self.printed().of_suit(self.suit()) }
    }

    /// The notation as a constant; `None` for a joker.
    #[inline]
    pub(crate) fn notation(self) -> Option<&'static str> {
        match self.printed() {
            Printed::French => FRENCH_NAMES.as_flattened().get(self.index()).copied(),
            Printed::Shapes => SHAPED_NAMES.get(self.index()).copied(),
        }
    }

    /// How it is written.
    pub(crate) fn text(self) -> Text {
        self.notation().map_or_else(|| self.to_string().into(), Text::Borrowed)
    }

    /// The name in sentences: "queen of spades".
    pub fn spoken(self) -> String {
        if self.is_joker() {
            return format!("joker {}", self.0 % SHAPES - FIRST_JOKER + 1);
        }
        let printed = self.printed();
        format!("{} of {}", printed.rank_spoken(self.rank()), printed.suit_name(self.suit()))
    }
}

/// What a pack consists of.
impl Printed {
    /// Whether it is the French pack.
    pub(crate) fn is_french(&self) -> bool {
        *self == Printed::French
    }

    #[inline]
    const fn mark(self) -> u8 {
        self as u8 * SHAPES
    }

    /// The face with this index, modulo 64.
    #[inline]
    pub const fn at(self, index: u8) -> Face {
        Face(index & 63 | self.mark())
    }

    /// The joker with this index, from 0.
    pub const fn joker(self, n: u8) -> Face {
        self.at(FIRST_JOKER + n)
    }

    /// The faces in a set of bits, lowest first.
    #[inline]
    pub(crate) fn faces(self, mut bits: u64) -> impl Iterator<Item = Face> {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let face = Face(bits.trailing_zeros() as u8 | self.mark());
                bits &= bits - 1;
                face
            })
        })
    }

    /// The faces for which a test is true, as bits.
    pub(crate) fn filter(self, bits: u64, test: &dyn Fn(&Face) -> bool) -> u64 {
        self.faces(bits).filter(test).fold(0, |all, face| all | face.bit())
    }

    /// The number of suits.
    pub const fn suits(self) -> u8 {
        self.suit_letters().len() as u8
    }

    /// The number of ranks.
    pub const fn ranks(self) -> u8 {
        self.rank_names().len() as u8
    }

    /// The bits of all faces of a rank.
    #[inline]
    pub(crate) const fn of_rank(self, rank: u8) -> u64 {
        match self {
            Printed::French => 0b1111 << (rank * 4),
            Printed::Shapes => SHAPED_RANKS[rank as usize],
        }
    }

    /// The bits of all faces of a suit.
    #[inline]
    pub(crate) const fn of_suit(self, suit: u8) -> u64 {
        match self {
            Printed::French => 0x0001_1111_1111_1111 << suit,
            Printed::Shapes => SHAPED_SUITS[suit as usize],
        }
    }

    /// The bits of all faces but jokers.
    pub(crate) const fn ranked(self) -> u64 {
        match self {
            Printed::French => (1 << FIRST_JOKER) - 1,
            Printed::Shapes => (1 << N_SHAPED) - 1,
        }
    }
}

/// How ranks and suits are written and said.
impl Printed {
    /// The letters of the suits, in the order cards are listed.
    pub const fn suit_letters(self) -> &'static [char] {
        match self {
            Printed::French => &['C', 'D', 'H', 'S'],
            Printed::Shapes => &['C', 'T', 'X', 'Q', 'S'],
        }
    }

    /// The names of the suits in sentences.
    pub const fn suit_names(self) -> &'static [&'static str] {
        match self {
            Printed::French => &["clubs", "diamonds", "hearts", "spades"],
            Printed::Shapes => &["circles", "triangles", "crosses", "squares", "stars"],
        }
    }

    /// The name of a suit in sentences.
    pub fn suit_name(self, suit: u8) -> &'static str {
        self.suit_names().get(suit as usize).copied().unwrap_or("no suit")
    }

    /// The ranks as they are written, in the order cards are listed.
    pub const fn rank_names(self) -> &'static [&'static str] {
        match self {
            Printed::French => &["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
            Printed::Shapes => &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"],
        }
    }

    /// The name of a rank: "ace", "seven", "queen".
    pub(crate) fn rank_spoken(self, rank: u8) -> &'static str {
        let (first, last): (&str, &[&str]) = match self {
            Printed::French => ("ace", &["jack", "queen", "king"]),
            Printed::Shapes => ("one", &["eleven", "twelve", "thirteen", "fourteen"]),
        };
        let numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
        match rank {
            0 => first,
            1..10 => numbers[rank as usize - 1],
            _ => last.get(rank as usize - 10).copied().unwrap_or("joker"),
        }
    }

    /// The plural of a rank: "aces", "sixes", "queens".
    pub(crate) fn rank_plural(self, rank: u8) -> String {
        let one = self.rank_spoken(rank);
        format!("{one}{}", if one == "six" { "es" } else { "s" })
    }

    /// Parses a rank such as `A`, `10`, `T` or `q`; `T` is a ten where it is not a suit.
    pub(crate) fn rank_named(self, text: &str) -> Option<u8> {
        let is_ten = self == Printed::French && text.eq_ignore_ascii_case("T");
        let text = if is_ten { "10" } else { text };
        self.rank_names().iter().position(|rank| rank.eq_ignore_ascii_case(text)).map(|rank| rank as u8)
    }

    /// Parses the letter of a suit.
    pub(crate) fn suit_lettered(self, text: &str) -> Option<u8> {
        let is_it = |letter: &char| text.chars().eq([*letter]);
        self.suit_letters().iter().position(is_it).map(|suit| suit as u8)
    }

    /// Parses a face such as `10H`, `qs`, `TC` or `*1`; with five shapes, `14C` or `5t`.
    pub fn parse(self, text: &str) -> Option<Face> {
        if let Some(n) = text.strip_prefix('*') {
            let n: u8 = n.parse().ok()?;
            return (1..=MAX_JOKERS).contains(&n).then(|| self.joker(n - 1));
        }
        let text = text.to_ascii_uppercase();
        let (rank, suit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let (rank, suit) = (self.rank_named(rank)?, self.suit_lettered(suit)?);
        self.faces(self.of_rank(rank) & self.of_suit(suit)).next()
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.notation() {
            Some(name) => f.write_str(name),
            None => write!(f, "*{}", (self.0 % SHAPES).saturating_sub(FIRST_JOKER) + 1),
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
        match self.notation() {
            Some(name) => serializer.serialize_unit_variant("Face", u32::from(self.0), name),
            None => serializer.collect_str(self),
        }
    }
}

eights::text_schema!(
    Face,
    "Face",
    r"^(([2-9]|10|[AJQK])[CDHS]|([1-9]|1[0-4])[CTXQS]|\*[1-9][0-9]*)$",
    "Rank and suit of a card, such as `10H`; `*1` is a joker. With five shapes, number and shape, such as `14C`."
);

/// The notation of every card of the French pack, by rank and suit.
const FRENCH_NAMES: [[&str; 4]; 13] = [
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

/// The number of cards with a shape and a number.
const N_SHAPED: usize = 49;

/// The notation of every card of the pack with five shapes but the wild ones. (FA-MARKET-1)
#[rustfmt::skip]
const SHAPED_NAMES: [&str; N_SHAPED] = [
    "1C", "1T", "1X", "1Q", "1S",
    "2C", "2T", "2X", "2Q", "2S",
    "3C", "3T", "3X", "3Q", "3S",
    "4C", "4T", "4S",
    "5C", "5T", "5X", "5Q", "5S",
    "7C", "7T", "7X", "7Q", "7S",
    "8C", "8T", "8S",
    "10C", "10T", "10X", "10Q",
    "11C", "11T", "11X", "11Q",
    "12C", "12T",
    "13C", "13T", "13X", "13Q",
    "14C", "14T", "14X", "14Q",
];

/// Rank and suit of every face of the pack with five shapes, read from its notation. Both are out of range for a
/// joker.
const SHAPED: [(u8, u8); 64] = {
    let mut all = [(14, 5); 64];
    let mut i = 0;
    while i < N_SHAPED {
        let text = SHAPED_NAMES[i].as_bytes();
        let number = if text.len() == 2 { text[0] - b'0' } else { 10 + text[1] - b'0' };
        let suit = match text[text.len() - 1] {
            b'C' => 0,
            b'T' => 1,
            b'X' => 2,
            b'Q' => 3,
            _ => 4,
        };
        all[i] = (number - 1, suit);
        i += 1;
    }
    all
};

/// The faces of each rank in the pack with five shapes; none for the rank of a joker.
const SHAPED_RANKS: [u64; 15] = {
    let mut all = [0; 15];
    let mut i = 0;
    while i < N_SHAPED {
        all[SHAPED[i].0 as usize] |= 1 << i;
        i += 1;
    }
    all
};

/// The faces of each suit in the pack with five shapes; none for the suit of a joker.
const SHAPED_SUITS: [u64; 6] = {
    let mut all = [0; 6];
    let mut i = 0;
    while i < N_SHAPED {
        all[SHAPED[i].1 as usize] |= 1 << i;
        i += 1;
    }
    all
};

/// The faces of a set of cards, of which copies are 64 apart.
#[inline]
pub(crate) const fn faces_of(set: &CardSet) -> u64 {
    let words = set.words();
    words[0] | words[1] | words[2]
}

impl Faces for Printed {
    type Face = Face;

    #[inline]
    fn face(self, card: CardId) -> Face {
        self.at(card.index() as u8)
    }

    fn bearing(self, face: Face) -> CardSet {
        face.cards()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displayed_faces_can_be_parsed() {
        for face in (0..64).map(|i| Printed::French.at(i)) {
            assert_eq!(Printed::French.parse(&face.to_string()), Some(face));
        }
        assert_eq!(Printed::French.parse("th"), Printed::French.parse("10H"));
        for wrong in ["", "H", "1H", "11H", "QX", "*0", "*13", "ä", "10"] {
            assert_eq!(Printed::French.parse(wrong), None, "{wrong:?}");
        }
        let shapes = || (0..N_SHAPED as u8).chain(52..64).map(|i| Printed::Shapes.at(i));
        for face in shapes() {
            assert_eq!(Printed::Shapes.parse(&face.to_string()), Some(face));
        }
        for wrong in ["", "T", "1H", "6C", "4X", "12Q", "10S", "15C", "AC", "TC", "01C"] {
            assert_eq!(Printed::Shapes.parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn suits_and_ranks_partition_both_packs() {
        for printed in [Printed::French, Printed::Shapes] {
            let suits = (0..printed.suits()).fold(0, |all, suit| all ^ printed.of_suit(suit));
            let ranks = (0..printed.ranks()).fold(0, |all, rank| all ^ printed.of_rank(rank));
            assert_eq!(suits, printed.ranked());
            assert_eq!(ranks, suits);
            for face in printed.faces(printed.ranked()) {
                let same = printed.of_suit(face.suit()) & printed.of_rank(face.rank());
                assert_eq!((same, face.is_joker()), (face.bit(), false), "{face}");
            }
        }
    }

    /// (FA-MARKET-1)
    #[test]
    fn the_pack_with_five_shapes_has_the_numbers_of_the_clause() {
        let long: &[u8] = &[1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14];
        let short: &[u8] = &[1, 2, 3, 5, 7, 10, 11, 13, 14];
        for (suit, numbers) in [long, long, short, short, &[1, 2, 3, 4, 5, 7, 8]].into_iter().enumerate() {
            let found =
                Printed::Shapes.faces(Printed::Shapes.of_suit(suit as u8)).map(|face| face.rank() + 1);
            assert!(found.eq(numbers.iter().copied()), "{}", Printed::Shapes.suit_names()[suit]);
        }
    }
}
