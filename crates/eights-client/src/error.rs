//! The reasons why a server cannot be used, in sentences for players.

use std::{io, path::PathBuf};

/// The reason why a server cannot be used. `server` is its URL.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("{0:?} is not the address of a server: write https://host or http://host:port")]
    Address(String),
    #[error("cannot find {host}: check the spelling and your network connection")]
    UnknownHost { host: String },
    #[error("nothing listens at {server}: check that the server runs, and the port")]
    ConnectionRefused { server: String },
    #[error("cannot reach {server}: {source}")]
    Unreachable { server: String, source: io::Error },
    #[error("{server} did not answer within {seconds} seconds")]
    Timeout { server: String, seconds: u64 },
    #[error("the connection to {server} was lost: {reason}")]
    Lost { server: String, reason: String },
    #[error("the certificate of {server} is not trusted: {reason}")]
    Certificate { server: String, reason: String },
    #[error("cannot encrypt the connection to {server}: {reason}")]
    Tls { server: String, reason: String },
    #[error("cannot read certificates from {}: {reason}", path.display())]
    CaFile { path: PathBuf, reason: String },
    #[error("this computer has no list of trusted certificate authorities: name a file with --ca")]
    NoAuthorities,
    #[error("the path or the cookie of a request to {server} is not valid in HTTP")]
    Request { server: String },
    /// The host replies, but not as an Eights server does.
    #[error("{server} is not an Eights server: {reason}")]
    NotEights { server: String, reason: String },
    /// The server refused the request; the message is its own where it sent one.
    #[error("{message}")]
    Refused { status: u16, message: String },
}

impl ClientError {
    /// Whether the same attempt may succeed a little later.
    pub fn is_temporary(&self) -> bool {
        match self {
            ClientError::UnknownHost { .. }
            | ClientError::ConnectionRefused { .. }
            | ClientError::Unreachable { .. }
            | ClientError::Timeout { .. }
            | ClientError::Lost { .. } => true,
            // A reverse proxy answers like this while the server behind it restarts.
            ClientError::Refused { status, .. } => (502..=504).contains(status),
            ClientError::Address(_)
            | ClientError::Certificate { .. }
            | ClientError::Tls { .. }
            | ClientError::CaFile { .. }
            | ClientError::NoAuthorities
            | ClientError::Request { .. }
            | ClientError::NotEights { .. } => false,
        }
    }
}
