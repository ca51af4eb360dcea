//! The messages between a table and those who sit at it.
//!
//! One message a text frame, JSON, named by direction as seen from the
//! network: [`ToServer`] and [`ToClient`]. The table may be in another machine
//! or in the same program: a page and a terminal speak to both in these words
//! and know no rules. They draw views and offers, and say one of the offers.
//!
//! The newest [`Update`] is the whole truth for whoever gets it. There is no
//! other way to catch up, and none is needed.
//!
//! ```
//! use eights_wire::{ToClient, ToServer, read};
//!
//! let said: ToServer = read(r#"{"say":{"step":12,"say":"8S=H"}}"#).unwrap();
//! assert_eq!(said, ToServer::Say { step: 12, say: "8S=H".into() });
//! assert!(read::<ToServer>(r#"{"say":{"step":12,"say":"8S","for":"B"}}"#).is_err());
//! let refused = ToClient::Refused { step: 12, why: "it is B's turn".into() };
//! assert_eq!(eights_wire::write(&refused), r#"{"refused":{"step":12,"why":"it is B's turn"}}"#);
//! ```

mod room;
mod to_client;
mod to_server;
#[cfg(feature = "typescript")]
pub mod typescript;

pub use eights::{Offer, Verb};
pub use room::{Chair, Phase, Power, Room, RulesBrief, Settings, ShuffleProof, Who};
pub use to_client::{Clock, HandOver, Over, ToClient, Update};
pub use to_server::{Setup, ToServer};

use serde::{Serialize, de::DeserializeOwned};

/// The version of the messages. A client that was built for another is told to load again.
pub const VERSION: u32 = 1;

/// The port that a server listens on, and that clients try, when nobody says otherwise.
pub const DEFAULT_PORT: u16 = 8088;

/// The server that a client on the same machine tries first: `http://localhost:8088`.
pub fn local_server() -> String {
    format!("http://localhost:{DEFAULT_PORT}")
}

/// No message to a table is longer than this, in bytes.
pub const LONGEST: usize = 4096;

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is too long to be looked at.
    #[error("a message may have {LONGEST} bytes, this one has {0}")]
    TooLong(usize),
    /// It says something else.
    #[error("this is no message: {0}")]
    Nonsense(String),
}

/// Reads a message.
///
/// # Errors
///
/// Why the text is no message.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    serde_json::from_str(text).map_err(|error| Unreadable::Nonsense(error.to_string()))
}

/// Reads what came from outside: no longer than [`LONGEST`].
///
/// # Errors
///
/// Why the text is no message.
pub fn read_checked(text: &str) -> Result<ToServer, Unreadable> {
    match text.len() {
        length if length > LONGEST => Err(Unreadable::TooLong(length)),
        _ => read(text),
    }
}

/// Writes a message.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message can always be written")
}
