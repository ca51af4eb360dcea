//! Messages from a table to a client.

use std::collections::BTreeMap;

use eights::{Offer, RefusalCode};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::room::Room;

/// A message from a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ToClient {
    /// The state of the table except the cards; sent completely whenever anything changes.
    Room(Box<Room>),
    /// Everything about the match that this viewer may know; sent completely after every step.
    Update(Box<Update>),
    /// A message with an `id` was carried out. Its effects are durable, and were sent before this.
    Done {
        /// The `id` of the message.
        id: u32,
    },
    /// A message was refused, and changed nothing.
    Refused {
        /// The `id` of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "reference", ts(optional))]
        id: Option<u32>,
        /// The current step of the match; 0 if there is none.
        step: u64,
        /// The reason, for programs.
        #[serde(default)]
        code: RefusalCode,
        /// The reason, in one English sentence.
        why: String,
    },
    /// The answer to a `why`.
    Why {
        /// The `id` of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "reference", ts(optional))]
        id: Option<u32>,
        /// The text that was asked about.
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
        /// The reason for it, in one English sentence.
        why: String,
    },
    /// A chat message.
    Chat {
        /// The sender's id for `kick` and `mute`.
        guest: String,
        /// The sender's chair; none for a spectator.
        seat: Option<String>,
        /// The sender's name.
        name: String,
        /// The message.
        text: String,
    },
    /// A gesture.
    Emote {
        /// The sender's id for `kick` and `mute`.
        guest: String,
        /// The sender's chair.
        seat: String,
        /// The name of the gesture.
        emote: String,
    },
    /// The last message before the table closes a connection.
    Bye {
        /// The reason, for programs to decide by.
        #[serde(default)]
        code: ByeCode,
        /// The reason, in one English sentence.
        why: String,
        /// Milliseconds after which to reconnect; none if the client should not.
        #[cfg_attr(feature = "reference", ts(type = "number | null"))]
        back_in: Option<u64>,
    },
    /// The answer to a `ping`.
    Pong {
        /// The number of the ping.
        n: u32,
    },
}

/// Why a table closes a connection. A client treats a code that it does not know like `other`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ByeCode {
    /// The server is being restarted; come back later.
    Restart,
    /// The same person has joined the table from another page or device.
    TakenOver,
    /// The host has sent this person away.
    SentAway,
    /// The person has moved to another device.
    Moved,
    /// The client speaks another version of the protocol.
    OtherVersion,
    /// Any other reason.
    #[default]
    #[serde(other)]
    Other,
}

/// A match as one viewer may see it. `view`, `asks`, `offers` and `score` describe the position
/// completely; `events`, `told` and `hand-over` say how the last step led there.
///
/// The events are identified by match and step: an update with the `match-id` and `step` of an
/// earlier one repeats its events, as happens after a reconnect.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Update {
    /// The match, the same as `room.match-id`.
    pub match_id: String,
    /// The number of answers so far.
    pub step: u64,
    /// The cards and the state of the game, as far as the viewer may know them; the form depends on
    /// the game.
    #[cfg_attr(feature = "reference", ts(type = "unknown"), schemars(with = "serde_json::Value"))]
    pub view: Box<RawValue>,
    /// What the viewer saw happen in this step, in order; the form depends on the game.
    #[cfg_attr(feature = "reference", ts(type = "unknown[]"), schemars(with = "Vec<serde_json::Value>"))]
    pub events: Box<RawValue>,
    /// The seat that must answer; none when the match is over.
    pub asks: Option<String>,
    /// Every answer that this viewer may give. Seats that need not answer have offers if the rules
    /// let them break in.
    pub offers: Vec<Offer>,
    /// Points of the match so far, by seat.
    pub score: BTreeMap<String, i32>,
    /// The hand that ended with this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_over: Option<HandOver>,
    /// The result of the match, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// The time left for this turn; none at a table without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The events in English sentences; only if `hello` asked for words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// Whether `undo` is possible.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undo: bool,
}

/// The result of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct HandOver {
    /// The seats that won it; none in a draw.
    pub winners: Vec<String>,
    /// The points of each seat.
    pub points: BTreeMap<String, i32>,
    /// Whether the hand ended because nobody could play.
    pub blocked: bool,
    /// The match score after the hand.
    pub score: BTreeMap<String, i32>,
}

/// The result of a match.
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
    /// Milliseconds left when the update was sent.
    #[cfg_attr(feature = "reference", ts(type = "number"))]
    pub left: u64,
    /// The full length of the turn, in milliseconds.
    #[cfg_attr(feature = "reference", ts(type = "number"))]
    pub of: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}
