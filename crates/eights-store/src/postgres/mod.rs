//! The PostgreSQL backend, which several servers can share.
//!
//! Writes go through lanes (see `lane`): two threads, each with a connection and a row in the
//! database that fences it. The newest steps of running matches are in the table `log`, in the bytes
//! of the step files of SQLite, and are folded into the table `steps` when a match ends, its table
//! moves, or the log is long. Reads have connections of their own.

mod beats;
mod connection;
mod database;
mod error;
mod group;
mod lane;
#[cfg(unix)]
mod local;
mod moving;
mod nodes;
mod read;
mod reader;
mod schema;
mod store;
mod tables;
mod take_over;
mod tls;
mod write;

#[cfg(unix)]
pub use local::LocalServers;
pub(crate) use moving::{into_database, into_folder};
pub use store::Postgres;

use std::sync::Arc;

use crate::{Store, StoreError};

/// Opens a database for one server, or for several, which reach this one at an address.
pub(crate) fn open(url: &str, shared: Option<&str>) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(match shared {
        Some(address) => Postgres::open_shared(url, address)?,
        None => Postgres::open(url)?,
    }))
}
