//! The game server: tables, people and their matches, over a store of its own or one that several servers share.
//!
//! From the outside in: [`Server`] listens; `http` answers requests and upgrades to WebSockets
//! (`net`). Each connection leads to a `room`, a state machine without network, clock or disk. A
//! task (`hub::driver`) feeds it inputs and performs its effects; `hub` knows all rooms. First the
//! journal, then the players: nothing is sent before the store has persisted it.
//!
//! ```
//! use eights_server::{Config, Server, StoreAddress};
//!
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
//! let config = Config { bind: ([127, 0, 0, 1], 0).into(), store: StoreAddress::Memory, ..Config::default() };
//! let server = Server::bind(config).await.unwrap();
//! assert_ne!(server.address.port(), 0);
//! server.shut_down().await;
//! # });
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

pub mod admin;
mod blocking;
mod bots;
mod clock;
mod cluster;
mod config;
mod health;
mod http;
mod hub;
mod library;
mod limits;
mod metrics;
mod net;
mod people;
mod random;
mod refusal;
mod reload;
mod room;
mod server;

pub use clock::{Clock, TimeSource};
pub use config::{Change, Changes, Config, ConfigError, Keep, KeepError, Setting, TlsSettings};
pub use eights_store::{Durability, StoreAddress};
pub use http::openapi;
pub use net::{address::Network, certificate::CertificateError, frame};
pub use server::{ServeError, Server};
