//! Messages from a client to a table.

use serde::{Deserialize, Serialize};

use crate::room::Settings;

/// A message to a table, with an optional id.
///
/// In JSON the id is a key beside the message: `{"id":7,"start":{}}`. A message with an `id` gets
/// exactly one answer with the same `id`: `done` when it was carried out (and is durable, if it
/// changes anything), `refused` if not, or the answer to a `why` or a `hint`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Chosen by the client. Without an id, only refusals and questions are answered.
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
    /// The first message of every connection. The table answers with `room` and, during or after a
    /// match, `update`; or with `bye` if it speaks another version.
    Hello {
        /// The protocol version of the client.
        version: u32,
        /// Whether updates should also describe events in English sentences.
        #[serde(default)]
        words: bool,
        /// Whether the client shows the end of each hand, and sends `ready` when the next one may
        /// begin. The table then waits for this guest: see `room.pause`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pauses: bool,
    },
    /// Plays an offer of the newest update.
    Say {
        /// The match of that update.
        match_id: String,
        /// The step of that update. An answer to another match or step is refused.
        step: u64,
        /// The text of the offer.
        say: String,
    },
    /// Asks why an answer is not among the offers.
    Why {
        /// A card, or the text of an answer.
        say: String,
    },
    /// Asks for advice. Only for the seat that must answer, one at a time.
    Hint {},
    /// Takes back the sender's last answer, if `update.undo` allows it. Tables on a server never
    /// do.
    Undo {},

    /// Takes a free chair, moves to another one, or returns to the sender's own during a match.
    Sit {
        /// The letter of the chair.
        seat: String,
    },
    /// Leaves the chair and stays as a spectator. During a match the chair is reserved and a bot
    /// plays on.
    Stand {},
    /// Says whether the sender is ready for the match to start, or after a hand for the next one.
    Ready {
        /// Ready, or no longer ready. After a hand, at a table without a clock, `false` also asks for
        /// as much time as the sender needs.
        ready: bool,
    },
    /// Adds entropy to the next shuffle, before the match starts: up to 64 characters.
    Entropy {
        /// The characters.
        entropy: String,
    },

    /// Host: puts a bot on a free chair, or removes it. During a match: lets a bot play for an
    /// absent person.
    Bot {
        /// The chair.
        seat: String,
        /// The bot's level, one of `GET /api/levels`; none removes the bot.
        level: Option<String>,
    },
    /// Host: bans a person. From then on newcomers wait until the host admits them. During a match
    /// only spectators can be banned.
    Kick {
        /// Their `guest`, from a chair, from `room.watching` or from a chat message.
        guest: String,
    },
    /// Host: lets a person sit down and talk at a table whose door is set to `ask`.
    Admit {
        /// Their `guest`, from `room.watching`.
        guest: String,
    },
    /// Host: starts the match. Every chair must be taken, and everybody but the host ready.
    Start {},
    /// Host: changes the game, its rules or the number of chairs, between matches.
    Change {
        /// The game, its rules and the number of chairs.
        setup: Setup,
    },
    /// Host: changes the table's settings.
    Set {
        /// The new settings; all of them are replaced.
        settings: Settings,
    },
    /// Prepares another match by the same rules, and marks the sender as ready. It starts by itself
    /// once everybody is ready.
    Rematch {},

    /// Sends a chat message to everybody at the table.
    Chat {
        /// Up to 300 characters.
        text: String,
    },
    /// Makes a gesture. Only for seated people.
    Emote {
        /// Its name: up to 24 of `a`–`z`, `0`–`9` and `-`.
        emote: String,
    },
    /// Hides a person's messages and gestures from the sender, or shows them again.
    Mute {
        /// Their `guest`.
        guest: String,
        /// Hide, or show again.
        mute: bool,
    },
    /// Checks that the table responds; the answer is `pong`.
    Ping {
        /// Returned in the answer.
        n: u32,
    },
}

/// The game, its rules and the number of chairs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Setup {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The name of a shipped or saved rule set; empty for the game's default.
    pub rules: String,
    /// The number of chairs.
    pub seats: u8,
}
