//! Tables on a server: who one is there, and the line to a table.

mod address;
mod cookies;
mod http;
mod socket;

pub use address::Address;
pub use cookies::config_folder;
pub use socket::visit;

/// Why a server cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// What was typed is no address.
    #[error("{0:?} is no address of a server: write http://host:port")]
    Address(String),
    /// The server does not answer.
    #[error("{0} cannot be reached: {1}")]
    Silent(String, String),
    /// The server answers with something else.
    #[error("{0} is no server of this game: {1}")]
    Stranger(String, String),
    /// The server says no.
    #[error("{0}")]
    No(String),
}
