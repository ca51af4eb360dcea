//! Places of cards, faces and names of cards, and small sets of seats.

use std::{fmt, sync::Arc};

use eights::{CardId, CardSet, Eyes, Faces, Place, Seat, Seats};
use serde::{Serialize, Serializer};

/// The maximum number of seats.
pub const MAX_SEATS: usize = 8;

/// The number of places that do not belong to a seat.
const SHARED: usize = 4;

/// The number of places: the shared ones, eight hands and eight rows of cards in play.
pub const PLACES: usize = SHARED + 2 * MAX_SEATS;

/// A place where cards can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pile {
    /// The draw pile, face down.
    Stock,
    /// The discard pile, face up: discards on top, played and destroyed cards at the bottom.
    Discard,
    /// Cards in transit: empty whenever a question is open.
    Aside,
    /// Events whose texts are running, the innermost on top. Cards here cannot be drawn, revealed,
    /// shuffled, searched for or played. (XE-PLAY-1)
    Resolving,
    /// The hand of a player.
    Hand(Seat),
    /// The cards that a player controls, in the order in which they entered play.
    Play(Seat),
}

impl Place for Pile {
    #[inline]
    fn index(self) -> usize {
        match self {
            Pile::Stock => 0,
            Pile::Discard => 1,
            Pile::Aside => 2,
            Pile::Resolving => 3,
            Pile::Hand(seat) => SHARED + seat.index() % MAX_SEATS,
            Pile::Play(seat) => SHARED + MAX_SEATS + seat.index() % MAX_SEATS,
        }
    }

    fn at(index: usize) -> Pile {
        match index {
            0 => Pile::Stock,
            1 => Pile::Discard,
            2 => Pile::Aside,
            3 => Pile::Resolving,
            _ if index < SHARED + MAX_SEATS => Pile::Hand(Seat::new(index - SHARED)),
            _ => Pile::Play(Seat::new(index - SHARED - MAX_SEATS)),
        }
    }

    #[inline]
    fn open_to(self) -> Eyes {
        match self {
            Pile::Stock | Pile::Aside => Eyes::NONE,
            Pile::Discard | Pile::Resolving | Pile::Play(_) => Eyes::ALL,
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
        match self {
            Pile::Stock => f.write_str("stock"),
            Pile::Discard => f.write_str("discard"),
            Pile::Aside => f.write_str("aside"),
            Pile::Resolving => f.write_str("resolving"),
            Pile::Hand(seat) => write!(f, "hand {seat}"),
            Pile::Play(seat) => write!(f, "in play {seat}"),
        }
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

eights::text_schema!(
    Pile,
    "Place",
    "^(stock|discard|aside|resolving|(hand|in play) [A-H])$",
    "A place that holds cards: `stock`, `discard`, `aside`, `resolving`, `hand A` or `in play A`."
);

/// The printed side of a card, as its number in the deck. With two decks, both copies of a card have
/// the same face, because players cannot tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Face(u8);

impl Face {
    /// The face of the card with this number in [`Crazier::cards`](crate::Crazier::cards).
    pub(crate) fn new(number: usize) -> Face {
        Face(number as u8)
    }

    /// The number of the card in [`Crazier::cards`](crate::Crazier::cards).
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The face of a card. The copies of a face have neighbouring numbers, so cards sorted by number
    /// are also sorted by face.
    pub(crate) fn of(card: CardId) -> Face {
        Face((card.index() / COPIES) as u8)
    }

    /// The face of a card given by its number.
    pub(crate) fn of_id(id: u8) -> Face {
        Face(id / COPIES as u8)
    }

    pub(crate) fn copies(self) -> CardSet {
        (0..COPIES).map(|copy| self.copy(copy)).collect()
    }

    pub(crate) fn copy(self, copy: usize) -> CardId {
        CardId::new(self.number() * COPIES + copy)
    }
}

/// How many copies of each card have a number, even if only one is used.
pub(crate) const COPIES: usize = 2;

/// Maps cards to faces.
#[derive(Clone, Copy)]
pub(crate) struct Printed;

impl Faces for Printed {
    type Face = Face;

    #[inline]
    fn face(self, card: CardId) -> Face {
        Face::of(card)
    }

    #[inline]
    fn bearing(self, face: Face) -> CardSet {
        face.copies()
    }
}

/// The notation names of the cards of a deck, by number. Views and events carry them so that they can
/// be written as text.
#[derive(Clone)]
pub struct Names(Arc<[Box<str>]>);

impl Names {
    pub(crate) fn new(names: Vec<String>) -> Names {
        Names(names.into_iter().map(String::into_boxed_str).collect())
    }

    /// The name of a card.
    pub fn of(&self, face: Face) -> &str {
        self.0.get(face.number()).map_or("??", |name| name)
    }

    /// The card with this name. A name with the suffix `SECOND` means the same face.
    pub fn find(&self, name: &str) -> Option<Face> {
        let name = name.strip_suffix(SECOND).unwrap_or(name);
        self.0.iter().position(|other| other.eq_ignore_ascii_case(name)).map(Face::new)
    }
}

/// The suffix for the second of two equal cards that are face up, where one of them must be chosen:
/// `castle~2`.
pub(crate) const SECOND: &str = "~2";

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} names", self.0.len())
    }
}

/// A set of up to eight seats, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Chairs(pub(crate) u8);

impl Chairs {
    pub(crate) const NONE: Chairs = Chairs(0);

    pub(crate) fn first(n: u8) -> Chairs {
        Chairs(if n >= 8 { u8::MAX } else { (1 << n) - 1 })
    }

    pub(crate) fn only(seat: Seat) -> Chairs {
        Chairs(1 << (seat.index() & 7))
    }

    #[inline]
    pub(crate) fn has(self, seat: Seat) -> bool {
        self.0 >> (seat.index() & 7) & 1 != 0
    }

    pub(crate) fn with(self, seat: Seat) -> Chairs {
        Chairs(self.0 | Chairs::only(seat).0)
    }

    pub(crate) fn or(self, other: Chairs) -> Chairs {
        Chairs(self.0 | other.0)
    }

    pub(crate) fn and(self, other: Chairs) -> Chairs {
        Chairs(self.0 & other.0)
    }

    pub(crate) fn without(self, other: Chairs) -> Chairs {
        Chairs(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first seat in the set, clockwise from and including the given seat.
    #[inline]
    pub(crate) fn nearest(self, seat: Seat) -> Option<Seat> {
        let at = seat.index() as u32 & 7;
        let turned = self.0.rotate_right(at);
        (turned != 0).then(|| Seat::new(((turned.trailing_zeros() + at) & 7) as usize))
    }

    /// All seats in the set, clockwise from and including the given seat.
    pub(crate) fn clockwise(self, from: Seat) -> impl Iterator<Item = Seat> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.nearest(from)?;
            rest = rest.without(Chairs::only(seat));
            Some(seat)
        })
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Seat> {
        self.clockwise(Seat::A)
    }

    pub(crate) fn seats(self) -> Seats {
        self.iter().collect()
    }
}

impl Serialize for Chairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
