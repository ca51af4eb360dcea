//! Which cards are meant, and how many: filters, picks, numbers and amounts.

use std::num::NonZeroU8;

use serde::Serialize;

use super::player::{Chooser, Owner};
use crate::card::{Colour, Rank};

/// A number from one to twenty, which is as far as the cards count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Number(NonZeroU8);

impl Number {
    /// One.
    pub const ONE: Number = Number(NonZeroU8::MIN);

    /// The largest number a card can say.
    pub const MOST: u8 = 20;

    /// The number, if a card can say it.
    pub fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).filter(|number| number.get() <= Self::MOST).map(Number)
    }

    /// The number itself.
    pub fn get(self) -> u8 {
        self.0.get()
    }
}

/// A kind of card: the filter that a single card passes or not.
///
/// "Another blue queen": it is not the card that speaks, it has the colour among
/// its colours, and it has the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Kindred {
    /// Whether the card that speaks is left out.
    pub other: bool,
    /// The colour it must have.
    pub colour: Option<Colour>,
    /// What it must be.
    pub noun: Noun,
}

impl Kindred {
    /// Any card at all.
    pub const CARD: Kindred = Kindred { other: false, colour: None, noun: Noun::Card };
}

/// What a card must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Noun {
    /// Anything.
    Card,
    /// An asset. All cards in play are assets.
    Asset,
    /// An event.
    Event,
    /// A card of that rank.
    Rank(Rank),
}

/// Where a card is picked from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In play, before whom the owner says.
    Play(Owner),
    /// In the discard pile, its top card among them; it lies open.
    Discard,
    /// "From among them": see [`Pick::Them`].
    Among,
}

/// How many cards are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// So many; as many as there are if there are fewer. One question a card.
    Exactly(Number),
    /// So many or fewer. One question a card, with `done` among the answers.
    UpTo(Number),
}

/// Which cards a step is done to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// "A card in play of your choice": the chooser is asked `choose <card>`, also about a single
    /// candidate. One card chosen becomes *it*; several, unless from among them, become *them*.
    Chosen {
        /// How many.
        count: Count,
        /// Of what kind.
        what: Kindred,
        /// From where.
        place: Place,
        /// Who chooses.
        by: Chooser,
    },
    /// "All other cards in play": nobody chooses; in the order that the timing page gives.
    All {
        /// Of what kind.
        what: Kindred,
        /// From where.
        place: Place,
    },
    /// "This card": the card that speaks. Nothing happens if it has left play.
    This,
    /// "It": the card chosen last, or the one card looked at or revealed last; before any, the card of
    /// the deed that triggered or is being replaced. Nothing happens if it has moved since.
    It,
    /// "Them": the cards looked at or revealed last, or else the several cards chosen last. Those that
    /// have moved since are left out, so after a pick from among them it means the rest.
    Them,
}

/// How many cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    /// "Two cards".
    Fixed(Number),
    /// "A card for each asset that they control"; counted when the step is reached, anew for each doer.
    Each {
        /// How many for each.
        number: Number,
        /// What is counted.
        what: Kindred,
        /// Before whom.
        owner: Owner,
    },
    /// "That many cards": the amount of the draw that triggered or is being replaced.
    ThatMany,
}
