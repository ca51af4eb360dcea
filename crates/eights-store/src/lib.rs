//! Where matches, tables and people are kept.
//!
//! A [`Store`] takes [`Op`]s, several at once as one unit that happens whole or
//! not at all, and says so when they are safe: a [`Pending`] is a future. Reads
//! may block and belong off the threads that serve sockets. There is a store
//! in [`Memory`] and one in SQLite ([`Sqlite`]); both pass [`conformance`].
//!
//! The key `(match, step)` is the lock: whoever comes second with a step is
//! told [`StoreError::Conflict`], and there is no other locking.
//!
//! ```
//! use eights_store::{Memory, Op, PersonRow, PersonId, Store};
//!
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! let store = Memory::default();
//! let ada = PersonRow { id: PersonId::new(7), token: [0; 32], name: "Ada".into(), since: 0 };
//! store.write(vec![Op::Person(ada.clone())]).await.unwrap();
//! assert_eq!(store.person(ada.id).unwrap(), Some(ada));
//! # });
//! ```

mod chunk;
pub mod conformance;
mod direct;
mod folder;
mod idle;
mod ids;
mod log;
mod memory;
mod op;
mod queue;
mod readers;
mod record;
mod schema;
mod sqlite;
mod step_files;
mod tails;
mod write;
mod writer;

pub use ids::{MatchId, PersonId};
pub use memory::Memory;
pub use op::{FinishedRow, IdleLimits, Op, Opened, PersonRow, RoomRow, SheetRow, Used};
pub use sqlite::{Durability, Sqlite};

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use eights_match::{Entry, Head};
use tokio::sync::oneshot;

/// Why something was not kept, or cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// That step of that match is written already, or there is a gap before it.
    #[error("step {1} of match {0} is not the next one")]
    Conflict(MatchId, u64),
    /// The place where everything is kept failed: full, gone, or broken.
    #[error("{0}")]
    Failed(String),
}

/// A unit of writing on its way. It resolves when the unit is safe.
pub struct Pending(oneshot::Receiver<Result<(), StoreError>>);

impl Future for Pending {
    type Output = Result<(), StoreError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(cx).map(|done| match done {
            Ok(done) => done,
            Err(_) => Err(StoreError::Failed("the store was closed".into())),
        })
    }
}

/// A promise to tell how a unit of writing went.
type Done = oneshot::Sender<Result<(), StoreError>>;

fn pending() -> (Done, Pending) {
    let (done, waits) = oneshot::channel();
    (done, Pending(waits))
}

/// Every table, and a sentence for each thing that is not as it should be.
pub type Rooms = (Vec<RoomRow>, Vec<String>);

/// A place where everything is kept.
pub trait Store: Send + Sync + 'static {
    /// Writes a unit: all of it or nothing.
    fn write(&self, ops: Vec<Op>) -> Pending;

    /// Writes what was given to it, and takes nothing more.
    fn close(&self) {}

    /// A match: its head and every step.
    ///
    /// # Errors
    ///
    /// When the store fails, or what is kept there cannot be read.
    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError>;

    /// Every table. The second list tells what cannot be read, and what else was
    /// found damaged when the store was opened.
    ///
    /// # Errors
    ///
    /// When the store fails as a whole.
    fn rooms(&self) -> Result<Rooms, StoreError>;

    /// One table.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn room(&self, code: &str) -> Result<Option<String>, StoreError>;

    /// Somebody.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError>;

    /// A saved rule sheet by its name.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError>;

    /// The steps of a match after the first `after`. Costs no more in a long match, where a backend can help it.
    ///
    /// # Errors
    ///
    /// When the store fails, or the steps cannot be read.
    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let entries = self.journal(id)?.map(|(_, entries)| entries).unwrap_or_default();
        Ok(entries.into_iter().filter(|entry| entry.step > after).collect())
    }

    /// Finished matches of somebody, the newest first, all before a moment.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError>;

    /// One finished match.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError>;
}
