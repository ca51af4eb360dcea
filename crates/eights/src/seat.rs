//! Who sits where, and who is looking.

use std::{borrow::Cow, fmt, ops};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeMap};

use crate::game::Outcome;

/// As many seats as any game of the family has.
pub const MAX_SEATS: usize = 16;

/// A chair at the table. `A` is the first, the others follow clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The first seat, `A`.
    pub const A: Seat = Seat(0);

    /// The seat with this number; numbers go round after the sixteenth.
    pub const fn new(index: usize) -> Seat {
        Seat((index % MAX_SEATS) as u8)
    }

    /// The number of the seat: `A` is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter people write for it.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The seat that a letter, of either case, stands for.
    pub fn from_letter(text: &str) -> Option<Seat> {
        match text.as_bytes() {
            [letter] => {
                let index = letter.to_ascii_uppercase().checked_sub(b'A')?;
                (usize::from(index) < MAX_SEATS).then_some(Seat(index))
            }
            _ => None,
        }
    }

    /// The first `n` seats.
    pub fn first(n: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..n.min(MAX_SEATS as u8)).map(Seat)
    }

    /// The seat to the left among `n`.
    pub const fn left(self, n: u8) -> Seat {
        Seat(if self.0 + 1 >= n { 0 } else { self.0 + 1 })
    }

    /// The seat to the right among `n`.
    pub const fn right(self, n: u8) -> Seat {
        Seat(if self.0 == 0 { n - 1 } else { self.0 - 1 })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let text = <Cow<str>>::deserialize(deserializer)?;
        Seat::from_letter(&text).ok_or_else(|| D::Error::custom(format_args!("there is no seat {text:?}")))
    }
}

impl Serialize for Seat {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats(u16);

impl Seats {
    /// No seat at all.
    pub const NONE: Seats = Seats(0);

    /// Only this seat.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The first `n` seats.
    pub const fn first(n: u8) -> Seats {
        Seats(if n >= 16 { u16::MAX } else { (1 << n) - 1 })
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the seat is one of them.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// How many they are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, |mut all, seat| {
            all.insert(seat);
            all
        })
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// One thing a seat, for as many seats as there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    items: [T; MAX_SEATS],
    n: u8,
}

impl<T: Copy> BySeat<T> {
    /// The same for each of `n` seats.
    pub fn all(n: u8, item: T) -> BySeat<T> {
        BySeat { items: [item; MAX_SEATS], n: n.min(MAX_SEATS as u8) }
    }

    /// How many seats there are.
    pub fn n_seats(&self) -> u8 {
        self.n
    }

    /// The things in seat order.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.n as usize]
    }

    /// Each seat with its thing.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, T)> + '_ {
        Seat::first(self.n).map(|seat| (seat, self.items[seat.index()]))
    }
}

impl<T> ops::Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.items[seat.index()]
    }
}

impl<T> ops::IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.items[seat.index()]
    }
}

impl<T: Copy + fmt::Debug> fmt::Debug for BySeat<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<T: Copy + Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.n as usize))?;
        for (seat, item) in self.iter() {
            map.serialize_entry(&seat, &item)?;
        }
        map.end()
    }
}

/// Whose eyes a view is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Someone who plays.
    Seat(Seat),
    /// A spectator: sees only what lies open.
    Public,
    /// Somebody who may see everything; needs a badge.
    Referee(Referee),
}

/// The badge of a viewer who may see every card. It is given for a finished
/// hand, or taken by code that says out loud that it is trusted: journals,
/// tests, and programs that drive an engine of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Referee(());

impl Referee {
    /// After the end everything may be shown.
    pub const fn after(_: &Outcome) -> Referee {
        Referee(())
    }

    /// For code that keeps what it sees away from the players. `xtask tidy`
    /// lists where this may stand.
    pub const fn trusted() -> Referee {
        Referee(())
    }
}

/// A set of viewers: one bit a seat, and one for the public, which includes everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eyes(u32);

impl Eyes {
    /// Nobody.
    pub const NONE: Eyes = Eyes(0);
    /// Everybody, spectators included.
    pub const ALL: Eyes = Eyes(u32::MAX);

    /// Only this seat.
    pub const fn of(seat: Seat) -> Eyes {
        Eyes(1 << seat.0)
    }

    /// These seats and no spectator.
    pub const fn seats(seats: Seats) -> Eyes {
        Eyes(seats.0 as u32)
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, others: Eyes) -> Eyes {
        Eyes(self.0 | others.0)
    }

    /// Those of this set who are not in the other.
    #[must_use]
    pub const fn without(self, others: Eyes) -> Eyes {
        Eyes(self.0 & !others.0)
    }

    /// Whether a viewer is among them. A referee always is.
    pub const fn has(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.0 & (1 << seat.0) != 0,
            Viewer::Public => self.are_all(),
            Viewer::Referee(_) => true,
        }
    }

    /// Whether spectators are among them, and so everybody is.
    pub const fn are_all(self) -> bool {
        self.0 & (1 << MAX_SEATS) != 0
    }

    /// The seats among them.
    pub const fn as_seats(self) -> Seats {
        Seats(self.0 as u16)
    }
}
