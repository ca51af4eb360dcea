//! Sockets: the WebSocket protocol, connections to clients, and the addresses they come from.

#[cfg(feature = "acme")]
pub(crate) mod acme;
pub(crate) mod address;
pub(crate) mod certificate;
pub(crate) mod connection;
pub mod frame;
pub(crate) mod handshake;
pub(crate) mod opening;
pub(crate) mod recipient;
pub(crate) mod sessions;
mod socket;
pub(crate) mod timed;
pub(crate) mod tls;
