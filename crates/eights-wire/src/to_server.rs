//! Messages from a client to a table.

use serde::{Deserialize, Serialize};

use crate::room::Settings;

/// A message to a table, with the number its sender gave it.
///
/// In JSON the number stands beside the message: `{"id":7,"start":{}}`. A message with an `id` gets
/// exactly one answer with the same `id`: `done` when it was carried out (and is on disk, where it
/// changes anything), `refused` when not, or the answer to a `why` or a `hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Chosen by the client; without it, only refusals and questions are answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The message.
    #[serde(flatten)]
    pub message: ToServer,
}

impl From<ToServer> for Request {
    fn from(message: ToServer) -> Request {
        Request { id: None, message }
    }
}

/// A message to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ToServer {
    /// The first message of every connection. The table answers with `room` and, while a match is
    /// played or over, `update`; or with `bye` when it speaks another version.
    Hello {
        /// The version of the messages that the client speaks.
        version: u32,
        /// Whether updates should also say in English sentences what happened.
        #[serde(default)]
        words: bool,
    },
    /// Plays one of the offers of the newest update.
    Say {
        /// The match of that update.
        match_id: String,
        /// The step of that update. An answer to another match or step is refused.
        step: u64,
        /// The text of the offer.
        say: String,
    },
    /// Asks why something is not among the offers.
    Why {
        /// A card, or the text of an answer.
        say: String,
    },
    /// Asks what a good player would do; only for the seat that must answer, one at a time.
    Hint {},
    /// Takes back one's own last answer, where `update.undo` allows it. Tables of a server never do.
    Undo {},

    /// Takes a free chair, moves to another one, or returns to one's own during a match.
    Sit {
        /// Its letter.
        seat: String,
    },
    /// Leaves the chair and stays as a spectator. During a match the chair is kept and a bot plays on.
    Stand {},
    /// Says whether one is ready for the match to start.
    Ready {
        /// Ready, or not any more.
        ready: bool,
    },
    /// Adds something random to the next shuffle, before the match starts: up to 64 characters.
    Entropy {
        /// The characters.
        entropy: String,
    },

    /// Host: puts a bot on a free chair, or takes it away. During a match: lets a bot play for a
    /// person who is away.
    Bot {
        /// The chair.
        seat: String,
        /// Its level, one of `GET /api/levels`; none takes the bot away.
        level: Option<String>,
    },
    /// Host: sends somebody away for good. From then on newcomers wait until the host admits them.
    /// During a match only spectators can be sent away.
    Kick {
        /// Their `guest`, from a chair, from `room.watching` or from a chat message.
        guest: String,
    },
    /// Host: lets somebody sit down and talk at a table whose door is set to `ask`.
    Admit {
        /// Their `guest`, from `room.watching`.
        guest: String,
    },
    /// Host: deals. Every chair must be taken, and everybody but the host ready.
    Start {},
    /// Host: changes the game, its rules or the number of chairs, between matches.
    Change {
        /// What is to be played.
        setup: Setup,
    },
    /// Host: changes the table's settings.
    Set {
        /// All of them.
        settings: Settings,
    },
    /// Gathers for another match by the same rules, and is ready for it. It starts by itself as soon
    /// as everybody is ready.
    Rematch {},

    /// Says something to everybody at the table.
    Chat {
        /// Up to 300 characters.
        text: String,
    },
    /// Makes a gesture, from a chair.
    Emote {
        /// Its name: up to 24 of `a`–`z`, `0`–`9` and `-`.
        emote: String,
    },
    /// Hides what somebody says and their gestures from oneself, or shows them again.
    Mute {
        /// Their `guest`.
        guest: String,
        /// Hide, or show again.
        mute: bool,
    },
    /// Asks whether the table is there; the answer is `pong`.
    Ping {
        /// Comes back in the answer.
        n: u32,
    },
}

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Setup {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The name of a shipped or saved rule set; empty for the game's usual one.
    pub rules: String,
    /// How many chairs.
    pub seats: u8,
}
