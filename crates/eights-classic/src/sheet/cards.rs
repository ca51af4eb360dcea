//! The sheet's section on special cards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happens when a card is played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Effect {
    /// An effect in a word.
    Word(Word),
    /// An effect with a number or a choice.
    Form(Form),
}

/// Effects that need no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// May be played on anything; the player names what must follow.
    Wild,
    /// The next player misses a turn.
    Skip,
    /// The direction of play turns.
    Reverse,
    /// Everybody passes the whole hand on to the next player.
    RotateHands,
}

/// Effects with a number or a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// So many players miss a turn.
    Skip(#[schemars(range(min = 1, max = 15))] u8),
    /// Somebody draws cards.
    Draw(Draw),
    /// Ends a penalty: that of the cards selected here, or `all`.
    Cancel(String),
    /// The player may at once lay one more card.
    Again(Again),
    /// The player exchanges hands with somebody.
    SwapHands(Swap),
}

/// How many draw, and who.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Draw {
    /// The next player draws so many.
    Cards(#[schemars(range(min = 1, max = 50))] u8),
    /// Somebody else.
    Form(DrawForm),
}

/// How many draw, and who, in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawForm {
    /// How many cards.
    #[schemars(range(min = 1, max = 50))]
    pub cards: u8,
    /// Who draws them.
    #[serde(default)]
    pub who: Whom,
    /// Penalties of one family answer each other; without a name every rank
    /// is a family of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
}

/// Who draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// The next player, who may be able to answer.
    #[default]
    Next,
    /// The player before.
    Previous,
    /// Everybody else.
    Others,
    /// An opponent of the player's choice.
    Chosen,
    /// The player.
    #[serde(rename = "self")]
    Player,
}

/// Which card may be laid at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// One of the suit of the card just played.
    SameSuit,
    /// One that fits it, by rank or suit.
    Fitting,
    /// Any card at all.
    Any,
}

/// With whom hands are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Swap {
    /// The next player.
    Next,
    /// An opponent of the player's choice.
    Chosen,
}
