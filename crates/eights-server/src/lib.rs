//! Tables that survive anything: one process, one folder.
//!
//! From the outside in: [`Server`] listens; `http` answers requests and opens
//! sockets; a socket is a `line`; lines lead to a `room`, which is a
//! machine without network, clock or disk; a task (`driver`) brings it inputs
//! and carries out what it decides. `hub` knows all rooms. First the journal,
//! then the players: nobody is told of a step before the store has kept it.
//!
//! ```
//! use eights_server::{Config, Server};
//!
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
//! let config = Config { bind: ([127, 0, 0, 1], 0).into(), forget: true, ..Config::default() };
//! let server = Server::bind(config).await.unwrap();
//! assert_ne!(server.address.port(), 0);
//! server.shut_down().await;
//! # });
//! ```

mod address;
mod bots;
mod clock;
mod config;
mod connection;
mod connections;
mod driver;
pub mod frame;
mod guesses;
mod handshake;
mod health;
mod http;
mod hub;
mod library;
mod limits;
mod metrics;
mod names;
mod people;
mod quota;
mod room;
mod server;
mod sessions;
mod socket;
mod timed;
mod upkeep;

pub use address::Network;
pub use clock::{Clock, TimeSource};
pub use config::{Config, ConfigError, Setting};
pub use eights_store::Durability;
pub use server::{ServeError, Server};
