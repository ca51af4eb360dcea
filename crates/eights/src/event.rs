//! What can happen to cards in any game, and who could see it.

use serde::Serialize;

use crate::{
    seat::{Eyes, Viewer},
    set::CardId,
    table::Sight,
};

/// Where a game's events go. Search plays with [`Silent`], and the compiler
/// then leaves out all that would only have been logged.
pub trait Log<E> {
    /// Whether nobody listens: then nothing needs to be noted.
    const SILENT: bool = false;

    /// Takes down what happened.
    fn note(&mut self, event: E);
}

impl<E> Log<E> for Vec<E> {
    fn note(&mut self, event: E) {
        self.push(event);
    }
}

/// A log that nobody reads.
pub struct Silent;

impl<E> Log<E> for Silent {
    const SILENT: bool = true;

    #[inline]
    fn note(&mut self, _: E) {}
}

/// A card at the moment something happened to it, and who could see it then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glimpse {
    card: CardId,
    seen_by: Eyes,
}

impl Glimpse {
    pub(crate) const fn new(card: CardId, seen_by: Eyes) -> Glimpse {
        Glimpse { card, seen_by }
    }

    /// The one gate through which a card becomes visible.
    pub fn sight<F>(self, face: impl FnOnce(CardId) -> F, viewer: Viewer) -> Sight<F> {
        if self.seen_by.has(viewer) { Sight::Face(face(self.card)) } else { Sight::Back }
    }
}

/// The two ends of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Where cards are drawn and laid.
    Top,
    /// Under all the others.
    Bottom,
}

/// What can happen to cards. `C` is the form the card takes: [`Glimpse`]
/// inside, [`Sight`] outside; only the second can be serialised.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum CardEvent<P, C> {
    /// A card went from one place to another.
    Moved {
        /// Which.
        card: C,
        /// Where it lay.
        from: P,
        /// Where it lies now.
        to: P,
        /// At which end of it.
        end: End,
    },
    /// A card was put somewhere into the middle of a pile, nobody saw where.
    Buried {
        /// Which.
        card: C,
        /// Where it lay, on top.
        from: P,
        /// Where it lies now.
        to: P,
    },
    /// All cards of a place but the topmost `left` were picked up and put, in
    /// their order, on another pile.
    Gathered {
        /// Where they lay.
        from: P,
        /// Where they lie now.
        to: P,
        /// How many stayed behind.
        left: u8,
    },
    /// A pile was shuffled; everyone lost track of its cards.
    Shuffled {
        /// Which.
        place: P,
    },
    /// Some viewers were shown a card where it lies.
    Shown {
        /// Which.
        card: C,
        /// Where.
        at: P,
    },
    /// What lay in each of these places went to the next one, and that of the
    /// last to the first.
    Rotated {
        /// The places in order.
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
