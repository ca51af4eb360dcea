//! The sheet's sections on penalties, skips and reverses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Cards that make the next player draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Penalty {
    /// Which cards answer a penalty and pass it on.
    pub answer: AnswerWith,
    /// Where a penalty card answers one of another rank.
    pub other_rank: OtherRank,
    /// How an answered penalty grows.
    pub sum: Sum,
    /// Where a card that ends a penalty may be laid.
    pub ending: Ending,
    /// What the first card drawn for a penalty may do.
    pub first_drawn: FirstDrawn,
    /// What happens after a player takes it.
    pub after: Missed,
    /// What happens to a penalty when no card is left to draw.
    pub nothing_to_draw: NothingToDraw,
}

/// Which cards answer a penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerWith {
    /// None: the next player draws at once.
    #[default]
    None,
    /// A penalty card of the same family: by default of the same rank.
    SameFamily,
    /// Any penalty card.
    AnyDrawCard,
    /// A penalty card that makes the next player draw at least as many.
    EqualOrHigher,
}

/// Where a penalty card answers one of another rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OtherRank {
    /// On any suit.
    #[default]
    AnySuit,
    /// Only on its own suit.
    SameSuit,
}

/// How an answered penalty grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sum {
    /// The numbers add up.
    #[default]
    Add,
    /// It doubles.
    Double,
    /// It stays what it was.
    Stays,
}

/// Where a card that ends a penalty may be laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Where it fits, also if it is wild.
    #[default]
    MustFit,
    /// Where it fits; a wild one on anything.
    WildAnywhere,
}

/// What the first card drawn for a penalty may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstDrawn {
    /// Nothing: all cards are drawn at once.
    #[default]
    Nothing,
    /// It is drawn alone. If it passes the penalty on, it may be laid at once.
    MayAnswer,
}

/// What happens after a player takes a penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Missed {
    /// The turn is lost.
    #[default]
    TurnLost,
    /// The player may still play.
    MayPlay,
}

/// What happens to a penalty when no card is left to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NothingToDraw {
    /// It must still be answered or taken, for no cards.
    #[default]
    StillOwed,
    /// The card has no effect.
    Lapses,
}

/// How missing a turn works.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Skip {
    /// Which cards answer it.
    pub answer: SkipAnswer,
    /// What a skip does between two players.
    pub two_players: SkipTwo,
}

/// Which cards answer a skip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SkipAnswer {
    /// None: the turn is missed at once.
    #[default]
    None,
    /// A card of the same rank passes it on; however many are laid, one player misses one turn.
    PassOn,
    /// A card of the same rank passes it on, and one player misses as many turns as cards were laid.
    AddUp,
}

/// What a skip does between two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SkipTwo {
    /// The other one misses a turn, so the same player has another one.
    #[default]
    AnotherTurn,
    /// Nothing.
    Nothing,
}

/// How reversing works.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Reverse {
    /// What a reverse does between two players.
    pub two_players: ReverseTwo,
}

/// What a reverse does between two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReverseTwo {
    /// It works as a skip.
    #[default]
    Skip,
    /// It only changes the direction.
    Nothing,
}
