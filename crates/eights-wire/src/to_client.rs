//! What a table says.

use std::collections::BTreeMap;

use eights::Offer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::room::Room;

/// A message from a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ToClient {
    /// Everything about the table but the cards; sent whole whenever something changes.
    Room(Box<Room>),
    /// Everything about the cards that this viewer may know; sent whole after every step.
    Update(Box<Update>),
    /// What was asked for is not done, and why.
    Refused {
        /// The step at which the table stands.
        step: u64,
        /// One sentence.
        why: String,
    },
    /// Why something may not be said.
    Why {
        /// What it was.
        say: String,
        /// One sentence.
        why: String,
    },
    /// What a good player would do.
    Hint {
        /// The step it is for.
        step: u64,
        /// One of the offers.
        say: String,
        /// One sentence.
        why: String,
    },
    /// Somebody said something.
    Chat {
        /// The chair, none for a spectator.
        seat: Option<String>,
        /// Who.
        name: String,
        /// What.
        text: String,
    },
    /// Somebody made a gesture.
    Emote {
        /// The chair.
        seat: String,
        /// Which.
        emote: String,
    },
    /// This line ends here: another page took the chair over, the table was closed, or the host said so.
    Bye {
        /// One sentence.
        why: String,
        /// Whether to come back by itself, and after how many milliseconds.
        #[cfg_attr(feature = "typescript", ts(type = "number | null"))]
        back_in: Option<u64>,
    },
    /// Still here.
    Pong {
        /// The number of the question.
        n: u32,
    },
}

/// What one viewer is told after a step. The view is the truth; the events
/// only tell the way to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Update {
    /// How many inputs there have been.
    pub step: u64,
    /// What the viewer may know; its form is the game's.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub view: Box<RawValue>,
    /// What the viewer saw happen in the last step, a list; its form is the game's.
    #[cfg_attr(feature = "typescript", ts(type = "unknown[]"))]
    pub events: Box<RawValue>,
    /// Who must answer now.
    pub asks: Option<String>,
    /// What this viewer must, or may, answer.
    pub offers: Vec<Offer>,
    /// Points of the match so far, by seat.
    pub score: BTreeMap<String, i32>,
    /// The hand that ended with the last step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_over: Option<HandOver>,
    /// How the match ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// How long the seat that is asked may think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// What happened, in sentences; only for those who asked for words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// Whether [`ToServer::Undo`](crate::ToServer::Undo) would be heard.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undo: bool,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HandOver {
    /// Who won it; nobody in a draw.
    pub winners: Vec<String>,
    /// What each seat scored in it.
    pub points: BTreeMap<String, i32>,
    /// Whether it ended because nobody could go on.
    pub blocked: bool,
    /// The match score after it.
    pub score: BTreeMap<String, i32>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Over {
    /// Who won; nobody in a draw.
    pub winners: Vec<String>,
    /// The points of the match.
    pub points: BTreeMap<String, i32>,
}

/// How long somebody may think.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Clock {
    /// Milliseconds left when this was sent.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub left: u64,
    /// Milliseconds there were.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub of: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}
