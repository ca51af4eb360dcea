//! Seats, sets of seats, values per seat, and viewers.

use std::{borrow::Cow, fmt, ops};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error, ser::SerializeMap};

/// The largest number of seats in any game.
pub const MAX_SEATS: usize = 16;

/// A seat at the table. `A` is the first; the others follow clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub(crate) u8);

impl Seat {
    /// The first seat, `A`.
    pub const A: Seat = Seat(0);

    /// The seat with this index, modulo [`MAX_SEATS`].
    pub const fn new(index: usize) -> Seat {
        Seat((index % MAX_SEATS) as u8)
    }

    /// The index of the seat: `A` is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter of the seat in notation.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// Parses the letter of a seat, in upper or lower case.
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

    /// The next seat clockwise (to the left) among `n`.
    pub const fn left(self, n: u8) -> Seat {
        Seat(if self.0 + 1 >= n { 0 } else { self.0 + 1 })
    }

    /// The next seat anticlockwise (to the right) among `n`.
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
pub struct Seats(pub(crate) u16);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// The set of this seat alone.
    pub const fn only(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// The set of the first `n` seats.
    pub const fn first(n: u8) -> Seats {
        Seats(if n >= 16 { u16::MAX } else { (1 << n) - 1 })
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether the seat is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no seats.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
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

/// One `T` per seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    items: [T; MAX_SEATS],
    n: u8,
}

impl<T: Copy> BySeat<T> {
    /// The same item for each of `n` seats.
    pub fn all(n: u8, item: T) -> BySeat<T> {
        BySeat { items: [item; MAX_SEATS], n: n.min(MAX_SEATS as u8) }
    }

    /// The number of seats.
    pub fn n_seats(&self) -> u8 {
        self.n
    }

    /// The items in seat order.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.n as usize]
    }

    /// Each seat with its item.
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
