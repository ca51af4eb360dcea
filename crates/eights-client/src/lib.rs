//! Connects to a server over HTTP and WebSocket, with or without TLS.
//!
//! Read in this order: an [`Address`] is what a person types; a [`Server`] opens connections to
//! it; a [`Session`] is one person on that server, known by a cookie; a [`Socket`] carries the
//! messages of [`eights_wire`] to and from one table. Everything that can go wrong is a
//! [`ClientError`], whose text is written for players.
//!
//! Everything here is async and needs a tokio runtime with I/O and time.
//!
//! ```
//! use eights_client::Address;
//!
//! let address: Address = "https://cards.example/t/KHTB".parse()?;
//! assert_eq!(address.server.to_string(), "https://cards.example");
//! assert_eq!(address.code.as_deref(), Some("KHTB"));
//! # Ok::<(), eights_client::ClientError>(())
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod address;
mod error;
mod http;
mod server;
mod session;
mod socket;
mod tls;

pub use address::{Address, ServerUrl, is_table_code};
pub use error::ClientError;
pub use http::{HttpConnection, Response};
pub use hyper::{Method, Request, StatusCode, header};
pub use server::{Server, Stream};
pub use session::Session;
pub use socket::Socket;
pub use tokio_tungstenite::tungstenite::Utf8Bytes;
