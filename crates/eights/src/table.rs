//! The table as somebody sees it.

use std::{fmt, marker::PhantomData};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    seat::Eyes,
    set::{CardId, MAX_CARDS},
};

/// A place where cards lie. Every game has its own; this is all the core asks.
/// It is written as it is displayed, so that it can be a key.
pub trait Place: Copy + Ord + fmt::Debug + fmt::Display + Serialize {
    /// A number below the number of places, in the order of the places.
    fn index(self) -> usize;
    /// The place with this number.
    fn at(index: usize) -> Self;
    /// Who sees a card that comes to lie here.
    fn open_to(self) -> Eyes;
    /// Whether the order of its cards means anything. That of a hand does not.
    fn is_ordered(self) -> bool;
}

/// A card as one viewer sees it. Faces sort before backs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight<F> {
    /// The viewer knows which card it is.
    Face(F),
    /// The viewer knows that a card is there.
    Back,
}

impl<F: Serialize> Serialize for Sight<F> {
    #[inline(always)]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Sight::Face(face) => face.serialize(serializer),
            Sight::Back => serializer.serialize_str("??"),
        }
    }
}

/// Every pile on the table, bottom card first. `C` is the form the cards take.
///
/// A table of [`Sight`]s can be serialised, one of [`CardId`]s cannot, so that
/// forgetting to redact does not compile:
///
/// ```compile_fail
/// # use eights::{CardId, Table};
/// fn send<P: eights::Place>(secret: &Table<P, CardId, 3>) -> String {
///     serde_json::to_string(secret).unwrap() // `CardId` is not `Serialize`
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Table<P, C, const PLACES: usize> {
    cards: [C; MAX_CARDS],
    ends: [u8; PLACES],
    places: PhantomData<P>,
}

impl<P: Place, C: Copy, const PLACES: usize> Table<P, C, PLACES> {
    /// A table made place by place, in their order: `pile` lays the cards of the place with a
    /// number and says how many they are. Where it lays none there is what `cards` holds at first.
    pub(crate) fn new(
        cards: [C; MAX_CARDS],
        mut pile: impl FnMut(usize, &mut [C]) -> usize,
    ) -> Table<P, C, PLACES> {
        let mut table = Table { cards, ends: [0; PLACES], places: PhantomData };
        let mut n = 0;
        for index in 0..PLACES {
            n += pile(index, &mut table.cards[n..]);
            table.ends[index] = n as u8;
        }
        table
    }

    fn start(&self, place: P) -> usize {
        place.index().checked_sub(1).map_or(0, |before| self.ends[before] as usize)
    }

    /// The cards at a place, bottom first.
    pub fn pile(&self, place: P) -> &[C] {
        &self.cards[self.start(place)..self.ends[place.index()] as usize]
    }

    /// The topmost card at a place.
    pub fn top(&self, place: P) -> Option<C> {
        self.pile(place).last().copied()
    }

    /// Every place where cards lie, with the cards.
    pub fn piles(&self) -> impl Iterator<Item = (P, &[C])> {
        let mut start = 0;
        (0..PLACES).filter_map(move |index| {
            let pile = &self.cards[start..self.ends[index] as usize];
            start += pile.len();
            (!pile.is_empty()).then(|| (P::at(index), pile))
        })
    }

    /// How many cards lie on the table.
    pub fn n_cards(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }
}

impl<P: Place, C: Copy + PartialEq, const PLACES: usize> PartialEq for Table<P, C, PLACES> {
    fn eq(&self, other: &Self) -> bool {
        self.ends == other.ends && self.cards[..self.n_cards()] == other.cards[..self.n_cards()]
    }
}

impl<P: Place, C: Copy + fmt::Debug, const PLACES: usize> fmt::Debug for Table<P, C, PLACES> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_map().entries(self.piles()).finish()
    }
}

/// A pile of which only backs are seen is written as their number: that is all
/// there is to say of it, and it keeps what is sent small.
impl<P: Place, F: Copy + Serialize, const PLACES: usize> Serialize for Table<P, Sight<F>, PLACES> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (place, pile) in self.piles() {
            if pile.iter().all(|sight| matches!(sight, Sight::Back)) {
                map.serialize_entry(&place, &pile.len())?;
            } else {
                map.serialize_entry(&place, pile)?;
            }
        }
        map.end()
    }
}

/// How a game's cards are made into faces, both ways.
pub trait Faces: Copy {
    /// What is printed on a card.
    type Face: Copy + Ord + fmt::Debug + Serialize;
    /// The face of a card.
    fn face(self, card: CardId) -> Self::Face;
    /// Every card that has this face.
    fn bearing(self, face: Self::Face) -> crate::set::CardSet;
}
