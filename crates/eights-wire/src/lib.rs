//! The messages between a table and those who sit at it.
//!
//! One message per text frame, in JSON, named by direction as seen from the
//! network: [`Request`] (a [`ToServer`] with an optional number) and [`ToClient`].
//! The table may be in another machine or in the same program: a page and a
//! terminal speak to both in these words and know no rules. They draw views and
//! offers, and say one of the offers.
//!
//! The newest [`Update`] is the whole truth for its reader. There is no
//! other way to catch up, and none is needed.
//!
//! ```
//! use eights_wire::{Request, ToClient, ToServer, read};
//!
//! let said: Request = read(r#"{"id":3,"say":{"match-id":"375q0ed95wwaj","step":12,"say":"8S=H"}}"#).unwrap();
//! let message = ToServer::Say { match_id: "375q0ed95wwaj".into(), step: 12, say: "8S=H".into() };
//! assert_eq!(said, Request { id: Some(3), message });
//! assert!(read::<Request>(r#"{"why":{"say":"8S","for":"B"}}"#).is_err());
//! let refused = ToClient::Refused { id: Some(3), step: 12, why: "it is B's turn".into() };
//! assert_eq!(eights_wire::write(&refused), r#"{"refused":{"id":3,"step":12,"why":"it is B's turn"}}"#);
//! ```

#[cfg(feature = "reference")]
pub mod reference;
mod request;
mod room;
mod to_client;
mod to_server;
#[cfg(feature = "reference")]
pub mod typescript;

pub use eights::{Offer, Verb};
pub use room::{Chair, Door, Permission, Phase, Room, RulesBrief, Settings, ShuffleProof, Watcher, Who};
pub use to_client::{Clock, HandOver, Over, ToClient, Update};
pub use to_server::{Request, Setup, ToServer};

use serde::{Serialize, de::DeserializeOwned};

/// The version of the messages. A table says `bye` to a client of another version.
pub const VERSION: u32 = 2;

/// The port that a server listens on, and that clients try, when nobody says otherwise.
pub const DEFAULT_PORT: u16 = 8088;

/// The server that a client on the same machine tries first: `http://localhost:8088`.
pub fn local_server() -> String {
    format!("http://localhost:{DEFAULT_PORT}")
}

/// No message to a table is longer than this, in bytes.
pub const LONGEST: usize = 4096;

/// Chat messages are no longer than this, in characters.
pub const MAX_CHAT: usize = 300;

/// `room.watching` names no more spectators than this.
pub const MAX_WATCHING: usize = 50;

/// Why a text is not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is too long to be looked at.
    #[error("a message may have {LONGEST} bytes, this one has {0}")]
    TooLong(usize),
    /// It is not JSON, or not one of the messages.
    #[error("this is not a message: {0}")]
    Nonsense(String),
}

/// Reads a message.
///
/// # Errors
///
/// Why the text is no message.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, MessageError> {
    serde_json::from_str(text).map_err(|error| MessageError::Nonsense(error.to_string()))
}

/// Reads what came from outside: no longer than [`LONGEST`].
///
/// # Errors
///
/// Why the text is no message.
pub fn read_checked(text: &str) -> Result<Request, MessageError> {
    match text.len() {
        length if length > LONGEST => Err(MessageError::TooLong(length)),
        _ => read(text),
    }
}

/// The `id` of a message, even of one that cannot be read otherwise.
pub fn id_of(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct OnlyId {
        id: Option<u32>,
    }
    serde_json::from_str::<OnlyId>(text).ok()?.id
}

/// Writes a message.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message can always be written")
}
