//! Everything about a table but the cards: its chairs, its rules, its settings, and what each guest may do.

use serde::{Deserialize, Serialize};

/// A table as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Room {
    /// The code by which others join; empty for a table in this program.
    pub code: String,
    /// What is played.
    pub rules: RulesBrief,
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// The reader's own chair; none for a spectator. Where several people share a screen, the chair
    /// of the one who must answer.
    pub you: Option<String>,
    /// The reader's own `guest`.
    pub guest: String,
    /// What happens at the table.
    pub phase: Phase,
    /// What the reader may do now. The table checks every message against the same list.
    pub may: Vec<Permission>,
    /// The table's settings.
    pub settings: Settings,
    /// How many spectators there are.
    pub watchers: u32,
    /// The spectators who came last, at most 50 of them.
    pub watching: Vec<Watcher>,
    /// The `guest` of everybody at the table whom the reader has muted.
    pub muted: Vec<String>,
    /// The match that is played, or was played last.
    pub match_id: Option<String>,
    /// What anybody needs to check the shuffle.
    pub shuffle: Option<ShuffleProof>,
}

/// Somebody without a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Watcher {
    /// Who, as `kick`, `mute` and `admit` take it: the same for as long as the table exists.
    pub guest: String,
    /// Their name.
    pub name: String,
    /// Whether the table is theirs.
    pub host: bool,
    /// Whether they wait for the host to admit them.
    pub waits: bool,
}

/// What is played, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RulesBrief {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The rule set's name.
    pub name: String,
    /// What people call it.
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
    /// Who sits there.
    pub who: Who,
    /// Whether they are ready for the match to start.
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
        /// Who, as `kick` and `mute` take it: the same for as long as the table exists.
        guest: String,
        /// Their name. No two people at a table have names that look the same.
        name: String,
        /// Whether they are connected.
        here: bool,
        /// Whether the table is theirs.
        host: bool,
        /// The level of the bot that plays for them, while one does.
        bot: Option<String>,
    },
    /// A bot.
    Bot {
        /// Its name.
        name: String,
        /// Its level.
        level: String,
    },
}

/// What happens at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Phase {
    /// People are sitting down.
    Gathering,
    /// A match is played.
    Playing,
    /// A match is over; the same people may play another.
    Over,
}

/// A kind of message that not everybody may send at any time.
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

/// What a host decides about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Settings {
    /// Whether it is in the list of open tables.
    pub public: bool,
    /// Seconds to answer, from 3 to 86400; none for no clock.
    pub turn_seconds: Option<u32>,
    /// Whether people may talk.
    pub chat: bool,
    /// Whether newcomers may sit down and talk at once.
    #[serde(default)]
    pub door: Door,
}

/// Whether newcomers may sit down and talk at once. Anybody who knows the code may watch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Door {
    /// They may.
    #[default]
    Open,
    /// The host must admit them first.
    Ask,
}

/// What anybody needs to check a shuffle: until the match is over the commitment alone, then all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ShuffleProof {
    /// The hash of the table's secret, published before anybody added to the shuffle.
    pub commitment: String,
    /// What the seats added, in seat order; empty where a seat added nothing.
    pub entropy: Vec<String>,
    /// The table's secret, when the match is over.
    pub secret: Option<String>,
}
