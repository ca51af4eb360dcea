//! The state of a table except the cards: chairs, rules, settings, and permissions.

use serde::{Deserialize, Serialize};

/// A table as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Room {
    /// The code by which others join; empty for a table in the same process.
    pub code: String,
    /// The rules of the next or current match.
    pub rules: RulesBrief,
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// The reader's own chair; none for a spectator. If several people share a screen, the chair of
    /// the one whose turn it is.
    pub you: Option<String>,
    /// The reader's own `guest`.
    pub guest: String,
    /// What the table is doing.
    pub phase: Phase,
    /// What the reader may do now. The table checks every message against the same list.
    pub may: Vec<Permission>,
    /// The table's settings.
    pub settings: Settings,
    /// How many spectators there are.
    pub watchers: u32,
    /// The newest spectators, at most 50.
    pub watching: Vec<Watcher>,
    /// The `guest` of everybody at the table whom the reader has muted.
    pub muted: Vec<String>,
    /// The current match, or the last one.
    pub match_id: Option<String>,
    /// What is needed to verify the shuffle.
    pub shuffle: Option<ShuffleProof>,
    /// A message of the server's operator to everybody, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub banner: Option<String>,
    /// The pause after a hand, while there is one: bots and clocks wait until every chair is
    /// `ready`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub pause: Option<Pause>,
}

/// The pause after a hand. Only guests whose `hello` had `pauses` are waited for, and only while
/// they are connected; an answer to the next hand counts as ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Pause {
    /// Milliseconds after which the pause ends in any case; none once somebody has asked for more
    /// time.
    #[cfg_attr(feature = "reference", ts(type = "number | null"))]
    pub left: Option<u64>,
}

/// A spectator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Watcher {
    /// Their id for `kick`, `mute` and `admit`; it stays the same for as long as the table exists.
    pub guest: String,
    /// Their name.
    pub name: String,
    /// Whether they are the host.
    pub host: bool,
    /// Whether they are waiting to be admitted by the host.
    pub waits: bool,
}

/// A rule set in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesBrief {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The rule set's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// A paragraph for players.
    pub about: String,
    /// The hash of what the rules mean.
    pub hash: String,
}

/// A chair and who sits on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Chair {
    /// Its letter.
    pub seat: String,
    /// Its occupant.
    pub who: Who,
    /// Whether they are ready for the match to start, or in a pause for the next hand.
    pub ready: bool,
}

/// Who sits on a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Who {
    /// Nobody yet.
    Nobody {},
    /// A person.
    Person {
        /// Their id for `kick` and `mute`; it stays the same for as long as the table exists.
        guest: String,
        /// Their name. No two people at a table have names that look the same.
        name: String,
        /// Whether they are connected.
        here: bool,
        /// Whether they are the host.
        host: bool,
        /// The level of the bot that plays for them, while one does.
        bot: Option<String>,
        /// How many of their turns in a row ran out of time.
        #[serde(default)]
        missed: u8,
    },
    /// A bot.
    Bot {
        /// Its name.
        name: String,
        /// Its level.
        level: String,
    },
}

/// What a table is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Phase {
    /// People are sitting down.
    Gathering,
    /// A match is in progress.
    Playing,
    /// A match is over; the same people may play another.
    Over,
}

/// A kind of message that needs a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Permission {
    /// `sit`.
    Sit,
    /// `stand`.
    Stand,
    /// `ready`.
    Ready,
    /// `bot`.
    Bot,
    /// `kick`.
    Kick,
    /// `admit`.
    Admit,
    /// `start`.
    Start,
    /// `change`.
    Change,
    /// `set`.
    Set,
    /// `rematch`.
    Rematch,
    /// `chat` and `emote`.
    Chat,
}

/// The settings of a table, chosen by its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Settings {
    /// Whether the table is in the public list.
    pub public: bool,
    /// Seconds to answer, from 3 to 86400; none for no clock.
    pub turn_seconds: Option<u32>,
    /// Whether chat is enabled.
    pub chat: bool,
    /// Whether newcomers may sit down and talk at once.
    #[serde(default)]
    pub door: Door,
}

/// Whether newcomers may sit down and talk at once. Anybody who knows the code may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Door {
    /// Newcomers may sit down and talk at once.
    #[default]
    Open,
    /// The host must admit them first.
    Ask,
}

/// What is needed to verify a shuffle: until the match is over only the commitment, then all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ShuffleProof {
    /// The hash of the table's secret, published before anybody added entropy.
    pub commitment: String,
    /// The entropy of each seat, in seat order; empty for a seat that added none.
    pub entropy: Vec<String>,
    /// The table's secret, when the match is over.
    pub secret: Option<String>,
}
