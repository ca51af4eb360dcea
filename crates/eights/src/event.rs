//! Events that concern cards in any game, with who could see them, and the log that receives them.

use serde::Serialize;

use crate::{
    set::CardId,
    table::Sight,
    viewer::{Eyes, Viewer},
};

/// Receives a game's events. Search plays with [`Silent`], for which the compiler removes all code
/// that only feeds the log.
pub trait Log<E> {
    /// Whether the log discards every event, so that callers need not build any.
    const SILENT: bool = false;

    /// Records an event.
    fn note(&mut self, event: E);
}

impl<E> Log<E> for Vec<E> {
    fn note(&mut self, event: E) {
        self.push(event);
    }
}

/// A log that discards every event.
pub struct Silent;

impl<E> Log<E> for Silent {
    const SILENT: bool = true;

    #[inline]
    fn note(&mut self, _: E) {}
}

/// A card at the moment of an event, and the viewers who could see it then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glimpse {
    card: CardId,
    seen_by: Eyes,
}

impl Glimpse {
    pub(crate) const fn new(card: CardId, seen_by: Eyes) -> Glimpse {
        Glimpse { card, seen_by }
    }

    /// The card as `viewer` saw it. This is the only conversion from a card inside an event to one
    /// that can be sent.
    pub fn sight<F>(self, face: impl FnOnce(CardId) -> F, viewer: Viewer) -> Sight<F> {
        if self.seen_by.has(viewer) { Sight::Face(face(self.card)) } else { Sight::Back }
    }
}

/// The two ends of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum End {
    /// The end where cards are drawn and played.
    Top,
    /// The end below all other cards.
    Bottom,
}

/// Something that happens to cards. `C` is the form of the card: [`Glimpse`] inside the engine,
/// [`Sight`] outside; only `Sight` can be serialised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CardEvent"))]
pub enum CardEvent<P, C> {
    /// A card moved from one place to another.
    Moved {
        /// The card that moved.
        card: C,
        /// Where it was.
        from: P,
        /// Where it is now.
        to: P,
        /// The end of `to` it was put on.
        end: End,
    },
    /// A card was put into a pile at a position nobody saw.
    Buried {
        /// The card that was buried.
        card: C,
        /// Where it was.
        from: P,
        /// The pile it is in now.
        to: P,
    },
    /// All cards of a pile except the top `left` ones moved onto another pile, in their order.
    Gathered {
        /// Where they were.
        from: P,
        /// Where they are now.
        to: P,
        /// The number of cards that stayed.
        left: u8,
    },
    /// A pile was shuffled; everyone lost track of its cards.
    Shuffled {
        /// The pile that was shuffled.
        place: P,
    },
    /// Some viewers saw a card without it moving.
    Shown {
        /// The card they saw.
        card: C,
        /// Where it is.
        at: P,
    },
    /// The cards at each of these places moved to the next one, and those at the last to the first.
    Rotated {
        /// The places in the order of the rotation.
        places: Vec<P>,
    },
}

impl<P: Clone, C> CardEvent<P, C> {
    /// The same event with its card in another form.
    pub fn map<D>(&self, f: impl FnOnce(&C) -> D) -> CardEvent<P, D> {
        match self {
            CardEvent::Moved { card, from, to, end } => {
                CardEvent::Moved { card: f(card), from: from.clone(), to: to.clone(), end: *end }
            }
            CardEvent::Buried { card, from, to } => {
                CardEvent::Buried { card: f(card), from: from.clone(), to: to.clone() }
            }
            CardEvent::Gathered { from, to, left } => {
                CardEvent::Gathered { from: from.clone(), to: to.clone(), left: *left }
            }
            CardEvent::Shuffled { place } => CardEvent::Shuffled { place: place.clone() },
            CardEvent::Shown { card, at } => CardEvent::Shown { card: f(card), at: at.clone() },
            CardEvent::Rotated { places } => CardEvent::Rotated { places: places.clone() },
        }
    }
}
