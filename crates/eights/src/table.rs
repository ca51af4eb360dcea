//! The table as a viewer sees it: piles of cards by place.

use std::{fmt, marker::PhantomData};

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    set::{CardId, MAX_CARDS},
    viewer::Eyes,
};

/// A place that holds cards; each game has its own type. Its `Serialize` form equals its `Display`
/// form, so that it can be a map key.
pub trait Place: Copy + Ord + fmt::Debug + fmt::Display + Serialize {
    /// An index below the number of places, in `Ord` order.
    fn index(self) -> usize;
    /// The place with this index.
    fn at(index: usize) -> Self;
    /// The viewers who see a card when it arrives here.
    fn open_to(self) -> Eyes;
    /// Whether the order of the cards matters. In a hand it does not.
    fn is_ordered(self) -> bool;
}

/// A card as one viewer sees it. Faces sort before backs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight<F> {
    /// The viewer knows which card it is.
    Face(F),
    /// The viewer only knows that there is a card.
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

/// Every pile on the table, bottom card first. `C` is the form of the cards.
///
/// A table of [`Sight`]s can be serialised and one of [`CardId`]s cannot, so forgetting to redact
/// does not compile:
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
    /// Builds a table place by place, in index order: `pile` writes the cards of the place with the
    /// given index and returns their number. Slots that it does not write keep their value from
    /// `cards`.
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

    /// The top card at a place.
    pub fn top(&self, place: P) -> Option<C> {
        self.pile(place).last().copied()
    }

    /// Every place that is not empty, with its cards.
    pub fn piles(&self) -> impl Iterator<Item = (P, &[C])> {
        let mut start = 0;
        (0..PLACES).filter_map(move |index| {
            let pile = &self.cards[start..self.ends[index] as usize];
            start += pile.len();
            (!pile.is_empty()).then(|| (P::at(index), pile))
        })
    }

    /// The number of cards on the table.
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

/// Serialises a pile of which only backs are visible as their count, which keeps messages small.
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

/// Maps a game's cards to faces and back.
pub trait Faces: Copy {
    /// What is printed on a card.
    type Face: Copy + Ord + fmt::Debug + Serialize;
    /// The face of a card.
    fn face(self, card: CardId) -> Self::Face;
    /// Every card that has this face.
    fn bearing(self, face: Self::Face) -> crate::set::CardSet;
}
