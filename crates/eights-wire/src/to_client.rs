//! Messages from a table to a client.

use std::collections::BTreeMap;

use eights::Offer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::room::Room;

/// A message from a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ToClient {
    /// Everything about the table but the cards; sent whole whenever something changes.
    Room(Box<Room>),
    /// Everything about the cards that this viewer may know; sent whole after every step.
    Update(Box<Update>),
    /// A message with an `id` was carried out. What it changed is on disk, and was sent before this.
    Done {
        /// The `id` of the message.
        id: u32,
    },
    /// A message was not carried out, and changed nothing.
    Refused {
        /// The `id` of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "reference", ts(optional))]
        id: Option<u32>,
        /// The step at which the match stands; 0 where none is played.
        step: u64,
        /// The reason, in one English sentence.
        why: String,
    },
    /// The answer to a `why`.
    Why {
        /// The `id` of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "reference", ts(optional))]
        id: Option<u32>,
        /// What was asked about.
        say: String,
        /// The reason, in one English sentence.
        why: String,
    },
    /// The answer to a `hint`.
    Hint {
        /// The `id` of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "reference", ts(optional))]
        id: Option<u32>,
        /// The step it is for.
        step: u64,
        /// The `say` of one of the offers.
        say: String,
        /// What speaks for it, in one English sentence.
        why: String,
    },
    /// Somebody said something.
    Chat {
        /// Who, as `kick` and `mute` take it.
        guest: String,
        /// Their chair; none for a spectator.
        seat: Option<String>,
        /// Their name.
        name: String,
        /// What they said.
        text: String,
    },
    /// Somebody made a gesture.
    Emote {
        /// Who, as `kick` and `mute` take it.
        guest: String,
        /// Their chair.
        seat: String,
        /// Its name.
        emote: String,
    },
    /// The last message of a connection that the table ends.
    Bye {
        /// The reason, in one English sentence.
        why: String,
        /// Milliseconds after which to connect again; none: do not.
        #[cfg_attr(feature = "reference", ts(type = "number | null"))]
        back_in: Option<u64>,
    },
    /// The answer to a `ping`.
    Pong {
        /// The number of the ping.
        n: u32,
    },
}

/// A match as one viewer may see it. `view`, `asks`, `offers` and `score` are the whole truth;
/// `events`, `told` and `hand-over` say how the last step led there.
///
/// The match and the step number the events: an update with the `match-id` and `step` of one that was
/// seen before repeats its events, as happens after a reconnect.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Update {
    /// The match, the same as `room.match-id`.
    pub match_id: String,
    /// How many answers the match has had.
    pub step: u64,
    /// The cards and the state of the game, as far as the viewer may know them; each game has its own form.
    #[cfg_attr(feature = "reference", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub view: Box<RawValue>,
    /// What the viewer saw happen in this step, in order; each game has its own forms.
    #[cfg_attr(feature = "reference", ts(type = "unknown[]"), schemars(with = "Vec<serde_json::Value>"))]
    pub events: Box<RawValue>,
    /// The seat that must answer now; none when the match is over.
    pub asks: Option<String>,
    /// Every answer that this viewer may give. A seat that is not asked has some where the rules let
    /// it break in.
    pub offers: Vec<Offer>,
    /// Points of the match so far, by seat.
    pub score: BTreeMap<String, i32>,
    /// The hand that ended with this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_over: Option<HandOver>,
    /// How the match ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// How long the seat that is asked may think; none at a table without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The events in English sentences; only where `hello` asked for words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// Whether `undo` would take something back.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undo: bool,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HandOver {
    /// The seats that won it; none in a draw.
    pub winners: Vec<String>,
    /// What each seat scored in it.
    pub points: BTreeMap<String, i32>,
    /// Whether it ended because nobody could play on.
    pub blocked: bool,
    /// The match score after it.
    pub score: BTreeMap<String, i32>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Over {
    /// The seats that won; none in a draw.
    pub winners: Vec<String>,
    /// The points of the match.
    pub points: BTreeMap<String, i32>,
}

/// A seat's time to answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Clock {
    /// Milliseconds left when this was sent.
    #[cfg_attr(feature = "reference", ts(type = "number"))]
    pub left: u64,
    /// Milliseconds there were at first.
    #[cfg_attr(feature = "reference", ts(type = "number"))]
    pub of: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}
