//! A legal answer in parts, for clients that draw it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A text that is mostly known at compile time, such as the name of a card.
pub type Text = Cow<'static, str>;

/// One legal answer: the text to send back, and what it is about. Clients lay out cards, places and buttons
/// from the parts and never take the text apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Offer {
    /// The text to send back.
    pub say: String,
    /// What the player does.
    pub verb: Verb,
    /// The cards it uses or chooses, as views write them. Of several that are played together the last ends on top.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub cards: Vec<Text>,
    /// Where they go: `discard`, `play`, or positions of the pool table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub places: Vec<Text>,
    /// What is named: a suit, rank or colour, a set of balls, or the ball pocketed at each place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub names: Vec<Text>,
    /// The player who is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub whom: Option<Seat>,
    /// Whether the last card is called with it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub call: bool,
}

/// What a player does with an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Verb {
    /// Plays cards.
    Play,
    /// Discards a card without its effect.
    Discard,
    /// Swaps a card with the top of the discard pile.
    Swap,
    /// Plays a pocket card.
    Pocket,
    /// Covers a pocket.
    Block,
    /// Pockets balls.
    Shoot,
    /// Chooses a card, a player or a set of balls.
    Choose,
    /// Names a suit, rank or colour without playing a card.
    Name,
    /// Catches a player who forgot to call the last card.
    Catch,
    /// Doubts what another player did.
    Challenge,
    /// Draws.
    Draw,
    /// Takes the top of the discard pile.
    Take,
    /// Passes.
    Pass,
    /// Chooses or plays no more.
    Done,
    /// Does what may be done.
    Yes,
    /// Leaves it.
    No,
    /// Ends the turn.
    End,
}

impl Offer {
    /// An answer that is only a word.
    pub fn new(say: String, verb: Verb) -> Offer {
        Offer { say, verb, cards: Vec::new(), places: Vec::new(), names: Vec::new(), whom: None, call: false }
    }

    /// The card to select for this answer: of several played together, the one that ends on top. A shot uses
    /// several cards that are equally important, and has none.
    pub fn card(&self) -> Option<&str> {
        if self.verb == Verb::Shoot { None } else { self.cards.last().map(AsRef::as_ref) }
    }
}

fn is_false(flag: &bool) -> bool {
    !flag
}
