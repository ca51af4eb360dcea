//! Everything about a table but the cards: who sits there, what is played, who may do what.

use serde::{Deserialize, Serialize};

/// A table as one person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Room {
    /// The code by which others join; empty for a table in this program.
    pub code: String,
    /// What is played.
    pub rules: RulesBrief,
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// The chair of whoever reads this; none for a spectator. At a table that
    /// several people share, the chair of whoever is to answer.
    pub you: Option<String>,
    /// How far the table is.
    pub phase: Phase,
    /// What whoever reads this may do now.
    pub may: Vec<Power>,
    /// The table's settings.
    pub settings: Settings,
    /// How many watch.
    pub watchers: u32,
    /// The match that is played, or was played last.
    pub match_id: Option<String>,
    /// What anybody needs to check the shuffle.
    pub shuffle: Option<ShuffleProof>,
}

/// What is played, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RulesBrief {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The rule set's name, or the hash of a saved one.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// A paragraph for players.
    pub about: String,
    /// What the rules mean, as a short word.
    pub hash: String,
}

/// A chair and who sits on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Chair {
    /// Its letter.
    pub seat: String,
    /// Who sits there.
    pub who: Who,
    /// Whether the next deal may begin as far as they are concerned.
    pub ready: bool,
}

/// Who sits on a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Who {
    /// Nobody yet.
    Nobody {},
    /// Somebody.
    Person {
        /// Their name.
        name: String,
        /// Whether they are connected.
        here: bool,
        /// Whether the table is theirs.
        host: bool,
        /// The level of the bot that plays on for them.
        bot: Option<String>,
    },
    /// A bot.
    Bot {
        /// What it is called.
        name: String,
        /// How well it plays.
        level: String,
    },
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Phase {
    /// People are sitting down.
    Gathering,
    /// A match is played.
    Playing,
    /// A match is over; the same people may play another.
    Over,
}

/// Something that not everybody may do at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Power {
    /// Take a free chair.
    Sit,
    /// Leave one's chair.
    Stand,
    /// Say that one is ready.
    Ready,
    /// Put bots on chairs.
    Bot,
    /// Send somebody away.
    Kick,
    /// Deal.
    Start,
    /// Play something else.
    Change,
    /// Change the settings.
    Set,
    /// Play again.
    Rematch,
    /// Talk.
    Chat,
}

/// What a host decides about a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Settings {
    /// Whether it is in the list of open tables.
    pub public: bool,
    /// Seconds to answer; none for no hurry.
    pub turn_seconds: Option<u32>,
    /// Whether people may talk.
    pub chat: bool,
}

/// What anybody needs to check a shuffle. Before the deal only the commitment
/// is there; when the match is over, all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ShuffleProof {
    /// The hash of the table's secret, published before anybody added to the shuffle.
    pub commitment: String,
    /// What the seats added, in seat order; empty where a seat added nothing.
    pub entropy: Vec<String>,
    /// The table's secret, when the match is over.
    pub secret: Option<String>,
}
