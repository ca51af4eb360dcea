//! Filters, picks and amounts: which cards, and how many.

use serde::Serialize;

use super::{
    number::Number,
    player::{Chooser, Owner},
};
use crate::card::{Colour, Rank};

/// A kind of card: a filter on single cards.
///
/// "Another blue queen" matches a card that is not this card, has blue among its colours and has the
/// rank queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Kindred {
    /// Whether the card with the text is excluded.
    pub other: bool,
    /// The colour it must have.
    pub colour: Option<Colour>,
    /// The rank or type it must have.
    pub noun: Noun,
}

impl Kindred {
    /// Matches any card.
    pub const CARD: Kindred = Kindred { other: false, colour: None, noun: Noun::Card };
}

/// The rank or type of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Noun {
    /// Any card.
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
    /// In play, controlled by the given owner.
    Play(Owner),
    /// In the discard pile, including its top card; the pile is face up.
    Discard,
    /// "From among them": see [`Pick::Them`].
    Among,
}

/// How many cards are picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// This many, or all if there are fewer. One question per card.
    Exactly(Number),
    /// At most this many. One question per card, with `done` among the answers.
    UpTo(Number),
}

/// Which cards a step affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// "A card in play of your choice": the chooser is asked `choose <card>`, even about a single
    /// candidate. A single chosen card becomes *it*; several cards become *them*, unless they were
    /// chosen from among them.
    Chosen {
        /// How many cards.
        count: Count,
        /// Which kind of card.
        what: Kindred,
        /// Where to choose them.
        place: Place,
        /// Who chooses.
        by: Chooser,
    },
    /// "All other cards in play": nobody chooses; in the order that `timing.md` gives.
    All {
        /// Which kind of card.
        what: Kindred,
        /// Where the cards are.
        place: Place,
    },
    /// "This card": the card with the text. Nothing happens if it has left play.
    This,
    /// "It": the card chosen last, or the single card looked at or revealed last. Before any of those,
    /// the card of the deed that triggered the ability or is being replaced. Nothing happens if it has
    /// moved since.
    It,
    /// "Them": the cards looked at or revealed last, or otherwise the several cards chosen last. Cards
    /// that have moved since are left out, so after a pick from among them it means the rest.
    Them,
}

/// How many cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    /// "Two cards".
    Fixed(Number),
    /// "A card for each asset that they control"; counted when the step is reached, separately for each doer.
    Each {
        /// How many cards per counted card.
        number: Number,
        /// Which kind of card is counted.
        what: Kindred,
        /// Whose cards are counted.
        owner: Owner,
    },
    /// "That many cards": the amount of the draw that triggered the ability or is being replaced.
    ThatMany,
}
