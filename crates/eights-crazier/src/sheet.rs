//! The sheet: a rule set as people write it.
//!
//! Every field needs a doc comment: it becomes the schema, and so the help text in editors and in the
//! lobby's form.

use eights_config::Written;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule set of Crazier Eights. Keys left out keep the printed rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// How many people can play.
    pub players: Players,
    /// Which cards are shuffled together.
    pub deck: DeckOf,
    /// How the game begins.
    pub deal: Deal,
    /// What a player may do in a turn.
    pub turn: TurnOf,
    /// Who plays with whom.
    pub teams: Teams,
    /// How many games make a match.
    #[serde(rename = "match")]
    pub match_: Match,
    /// The most effects and questions that one decision may cause. Beyond that the game is over and the
    /// fewest cards in hand win, so that two cards cannot trigger each other for ever. It is also the most
    /// plays and discards in one turn.
    #[schemars(range(min = 50, max = 10000))]
    pub fuel: u16,
}

impl Written for Sheet {
    const CHECKED_IN: Option<&'static str> = Some(include_str!("../../../schema/bare/crazier-eights.json"));
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            extends: None,
            title: "Crazier Eights".into(),
            about: String::new(),
            source: String::new(),
            players: Players::default(),
            deck: DeckOf::default(),
            deal: Deal::default(),
            turn: TurnOf::default(),
            teams: Teams::None,
            match_: Match::default(),
            fuel: 1000,
        }
    }
}

/// How many people can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Players {
    /// The fewest players.
    #[schemars(range(min = 2, max = 8))]
    pub min: u8,
    /// The most players.
    #[schemars(range(min = 2, max = 8))]
    pub max: u8,
}

impl Default for Players {
    fn default() -> Players {
        Players { min: 2, max: 8 }
    }
}

/// Which cards are shuffled together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct DeckOf {
    /// The card sets, such as `original` and `many-colours`.
    #[schemars(length(max = 8), inner(length(max = 40)))]
    pub cards: Vec<String>,
    /// With this many players or more, two copies of every card are shuffled together.
    #[schemars(range(min = 2, max = 9))]
    pub two_decks_from: u8,
}

impl Default for DeckOf {
    fn default() -> DeckOf {
        DeckOf { cards: vec!["original".into()], two_decks_from: 5 }
    }
}

/// How the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Deal {
    /// How many cards everybody draws before the first turn.
    #[schemars(range(min = 1, max = 20))]
    pub hand: u8,
}

impl Default for Deal {
    fn default() -> Deal {
        Deal { hand: 7 }
    }
}

/// What a player may do in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TurnOf {
    /// Whether a player may discard before drawing the card of the draw phase.
    pub early_discard: EarlyDiscard,
}

/// Whether a player may discard before drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EarlyDiscard {
    /// First comes the draw, then everything else.
    #[default]
    Never,
    /// The player may discard first, and then answers `draw`.
    Allowed,
}

/// Who plays with whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Teams {
    /// Everybody alone.
    #[default]
    None,
    /// Teams of two, who sit opposite each other.
    Pairs,
    /// Teams of three, who sit evenly round the table.
    Threes,
}

impl Teams {
    /// The number of players in a team.
    pub fn size(self) -> u8 {
        match self {
            Teams::None => 1,
            Teams::Pairs => 2,
            Teams::Threes => 3,
        }
    }
}

/// How many games make a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Match {
    /// When the match is over.
    pub end: MatchEnd,
}

/// When a match is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchEnd {
    /// After one game.
    #[default]
    SingleGame,
    /// After this many games: each card left in hand is a point, and the fewest points win.
    Games(#[schemars(range(min = 1, max = 100))] u8),
}
