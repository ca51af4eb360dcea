//! A rule set as people write it.
//!
//! Every field has a doc comment, which becomes its description in the JSON schema and so the help
//! text in editors and in the lobby's form.

mod cards;
mod demands;
mod play;
mod series;

use std::collections::BTreeMap;

use eights_config::Written;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

pub use cards::{
    Again, AnswerForm, Binds, Draw, DrawForm, Effect, Form, Swap, Whom, WildCard, WildForm, Word,
};
pub use demands::{
    AnswerWith, Ending, FirstDrawn, Missed, NothingToDraw, OtherRank, Penalty, Reverse, ReverseTwo, Skip,
    SkipAnswer, SkipTwo, Sum,
};
pub use play::{
    AfterDraw, AnotherLast, Ban, Breach, CallPrice, Direction, Drawing, Duty, Finish, FinishEffect, Follow,
    JumpIn, LastCard, MultiEffects, MultiMatch, Names, Noticed, SameSuit, Several, SeveralPrice, Shape,
    Stock, StockEmpty, StockKeeps, StockWhen, TurnRules, WhileNamed, Wild, WildWhen,
};
pub use series::{
    BlockedWins, ByPlayers, Deal, Dealer, Deck, DeckKind, HandEnd, HandRules, MAX_DEALT, MAX_PACKS, MatchEnd,
    MatchRules, NextDealer, PerPlayer, Players, PrintedNames, Score, ScoreMode, Starter, StarterCounts,
    StarterExchange, StarterOpening, StarterReverse, StarterSpecial, StarterWild, Target, Teams, Tie,
};

/// A rule set of Crazy Eights. Keys left out keep their defaults: no special cards, draw one card when you
/// cannot play, the winner collects.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Sheet {
    /// Another rule set that this one changes: a shipped name, or the path of a sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// The name that players see.
    #[schemars(length(max = 80))]
    pub title: String,
    /// A paragraph for players.
    #[schemars(length(max = 600))]
    pub about: String,
    /// Where the rules come from.
    #[schemars(length(max = 600))]
    pub source: String,
    /// Other names under which people know the game and look for it.
    #[schemars(length(max = 20))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Where it is played, for lists.
    #[schemars(length(max = 80))]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The group of related games under which lists show it.
    #[schemars(length(max = 80))]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kin: String,
    /// How many can play.
    pub players: Players,
    /// Which cards are used.
    pub deck: Deck,
    /// How many cards each player gets.
    pub deal: Deal,
    /// Who deals next.
    pub dealer: Dealer,
    /// What happens when the first card turned up is a special card.
    pub starter: Starter,
    /// What a player may and must do in a turn.
    pub turn: TurnRules,
    /// How wild cards work.
    pub wild: Wild,
    /// Special cards: which card (a rank `8`, a card `QS`, a colour and rank `black A`, `joker`, a suit
    /// `hearts`, a colour `red`) has which effects. If several entries match a card, the most specific one
    /// applies.
    pub cards: BTreeMap<String, Vec<Effect>>,
    /// Cards that make others draw: how to answer and take them.
    pub penalty: Penalty,
    /// How missing a turn works.
    pub skip: Skip,
    /// How reversing works.
    pub reverse: Reverse,
    /// Playing several cards in one turn.
    pub several: Several,
    /// Playing out of turn.
    pub jump_in: JumpIn,
    /// Calling the last card.
    pub last_card: LastCard,
    /// Going out.
    pub finish: Finish,
    /// What happens when the stock is used up.
    pub stock: Stock,
    /// When a hand ends.
    pub hand: HandRules,
    /// Who scores what.
    pub score: Score,
    /// The points of cards left in a hand, by the same selectors as `cards`. Any other card counts its
    /// number.
    #[schemars(schema_with = "card_values")]
    pub values: BTreeMap<String, u16>,
    /// When the match ends.
    #[serde(rename = "match")]
    pub match_: MatchRules,
    /// Playing in teams.
    pub teams: Teams,
}

/// The schema of points by selector, with an upper bound that `derive` cannot express.
fn card_values(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "additionalProperties": { "type": "integer", "format": "uint16", "minimum": 0, "maximum": 1000 },
    })
}

impl Written for Sheet {
    const CHECKED_IN: Option<&'static str> = Some(include_str!("../../../../schema/bare/crazy-eights.json"));
}
