//! Tables on a server: the address, the player's identity and the WebSocket connection.

mod address;
mod cookies;
mod http;
mod socket;

pub use address::Address;
pub use cookies::config_folder;
pub use socket::visit;

/// The reason why a server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The text is not an address.
    #[error("{0:?} is no address of a server: write http://host:port")]
    Address(String),
    /// The host cannot be reached or does not reply: host and reason.
    #[error("{0} cannot be reached: {1}")]
    Silent(String, String),
    /// The host replies, but not as an Eights server does: host and reason.
    #[error("{0} is no server of this game: {1}")]
    Stranger(String, String),
    /// The server refused the request, with this explanation.
    #[error("{0}")]
    No(String),
}
