//! The messages between a table and its clients.
//!
//! Each text frame holds one message in JSON, named by direction as seen from the network:
//! [`Request`] (a [`ToServer`] with an optional id) and [`ToClient`]. The table may be on a server
//! or in the same process: page and terminal send the same messages to both, and know no rules.
//! They draw views and offers, and send back the text of an offer.
//!
//! The newest [`Update`] is complete: a client that joins late or was slow needs nothing else to
//! catch up.
//!
//! ```
//! use eights_wire::{RefusalCode, Request, ToClient, ToServer, read};
//!
//! let said: Request = read(r#"{"id":3,"say":{"match-id":"375q0ed95wwaj","step":12,"say":"8S=H"}}"#).unwrap();
//! let message = ToServer::Say { match_id: "375q0ed95wwaj".into(), step: 12, say: "8S=H".into() };
//! assert_eq!(said, Request { id: Some(3), message });
//! assert!(read::<Request>(r#"{"why":{"say":"8S","for":"B"}}"#).is_err());
//! let code = RefusalCode::NotYourTurn;
//! let refused = ToClient::Refused { id: Some(3), step: 12, code, why: "it is B's turn".into() };
//! let text = r#"{"refused":{"id":3,"step":12,"code":"not-your-turn","why":"it is B's turn"}}"#;
//! assert_eq!(eights_wire::write(&refused), text);
//! ```

#[cfg(feature = "reference")]
pub mod reference;
mod request;
mod room;
mod to_client;
mod to_server;
#[cfg(feature = "reference")]
pub mod typescript;

pub use eights::{Offer, RefusalCode, Verb};
pub use room::{
    Chair, Door, Pause, Permission, Phase, Room, RulesBrief, Settings, ShuffleProof, Watcher, Who,
};
pub use to_client::{ByeCode, Clock, HandOver, Over, ToClient, Update};
pub use to_server::{Request, Setup, ToServer};

use serde::{Serialize, de::DeserializeOwned};

/// The protocol version. A table says `bye` to a client of another version.
pub const VERSION: u32 = 2;

/// The default port of servers and clients.
pub const DEFAULT_PORT: u16 = 8088;

/// The default server of a client on the same machine: `http://localhost:8088`.
pub fn local_server() -> String {
    format!("http://localhost:{DEFAULT_PORT}")
}

/// The longest message to a table, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 4096;

/// The longest chat message, in characters.
pub const MAX_CHAT: usize = 300;

/// The most spectators that `room.watching` names.
pub const MAX_WATCHING: usize = 50;

/// Why a text is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is too long to be parsed.
    #[error("a message may have {MAX_MESSAGE_BYTES} bytes, this one has {0}")]
    TooLong(usize),
    /// It is not JSON, or not a message.
    #[error("this is not a message: {0}")]
    Nonsense(String),
}

impl MessageError {
    /// The code that programs decide by.
    pub fn code(&self) -> RefusalCode {
        match self {
            MessageError::TooLong(_) => RefusalCode::TooLong,
            MessageError::Nonsense(_) => RefusalCode::Unreadable,
        }
    }
}

/// Parses a message.
///
/// # Errors
///
/// Why the text is not a message.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, MessageError> {
    serde_json::from_str(text).map_err(|error| MessageError::Nonsense(error.to_string()))
}

/// Parses an untrusted request of at most [`MAX_MESSAGE_BYTES`].
///
/// # Errors
///
/// Why the text is not a request.
pub fn read_checked(text: &str) -> Result<Request, MessageError> {
    match text.len() {
        length if length > MAX_MESSAGE_BYTES => Err(MessageError::TooLong(length)),
        _ => read(text),
    }
}

/// The `id` of a message, even of one that cannot be parsed otherwise.
pub fn id_of(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct OnlyId {
        id: Option<u32>,
    }
    serde_json::from_str::<OnlyId>(text).ok()?.id
}

/// Serialises a message.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message can always be written")
}
