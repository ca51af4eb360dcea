//! A rule sheet as written: the options of the game and their defaults.

use eights_config::Written;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule set of Last Match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Sheet {
    /// The name that players see.
    pub title: String,
    /// A paragraph for players.
    pub about: String,
    /// The publication or website that the rules come from.
    pub source: String,
    /// The number of cards dealt to each player.
    #[schemars(range(min = 3, max = 8))]
    pub hand: u8,
    /// Whether matching the rank of the top card gives another turn.
    pub again: bool,
    /// The number of points that wins the match.
    #[schemars(range(min = 1, max = 500))]
    pub target: u16,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet {
            title: "Last Match".into(),
            about: String::new(),
            source: String::new(),
            hand: 5,
            again: true,
            target: 20,
        }
    }
}

impl Written for Sheet {}
