//! What is said to a table.

use serde::{Deserialize, Serialize};

use crate::room::Settings;

/// A message to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum ToServer {
    /// The first message: which version is spoken, and what is wanted.
    Hello {
        /// The version of the messages.
        version: u32,
        /// Whether updates shall tell in sentences what happened.
        #[serde(default)]
        words: bool,
    },
    /// An answer, in the words of one of the offers.
    Say {
        /// The step of the update in which it was offered.
        step: u64,
        /// The text of the offer.
        say: String,
    },
    /// Why may this not be said now?
    Why {
        /// A card or an answer.
        say: String,
    },
    /// What would a good player do?
    Hint {},
    /// Takes the last own answer back, where the table allows it.
    Undo {},

    /// Takes a chair.
    Sit {
        /// Its letter.
        seat: String,
    },
    /// Leaves the chair and stays as a spectator; a bot plays on.
    Stand {},
    /// Is ready to start, or no longer.
    Ready {
        /// Which.
        ready: bool,
    },
    /// Something random for the shuffle: up to 64 characters, at best from a generator of one's own.
    Entropy {
        /// The characters.
        entropy: String,
    },

    /// Host: puts a bot on a chair, or takes it away.
    Bot {
        /// The chair.
        seat: String,
        /// The level; none takes the bot away.
        level: Option<String>,
    },
    /// Host: sends somebody away.
    Kick {
        /// The chair.
        seat: String,
    },
    /// Host: deals.
    Start {},
    /// Host: plays something else, or by other rules.
    Change {
        /// What is to be played.
        setup: Setup,
    },
    /// Host: changes the table's settings.
    Set {
        /// All of them.
        settings: Settings,
    },
    /// The same people, the same rules, once more.
    Rematch {},

    /// Says something to everybody at the table.
    Chat {
        /// What.
        text: String,
    },
    /// One of the table's gestures.
    Emote {
        /// Its name.
        emote: String,
    },
    /// Hears somebody no more, or again.
    Mute {
        /// The chair.
        seat: String,
        /// Which.
        mute: bool,
    },
    /// Are you there?
    Ping {
        /// Comes back with the answer.
        n: u32,
    },
}

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Setup {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The name of a shipped rule set, or the hash of a saved one.
    pub rules: String,
    /// How many chairs.
    pub seats: u8,
}
