//! Stores matches, tables and people.
//!
//! A [`Store`] takes [`Op`]s, several at once as a unit that is written completely or not at all. A
//! [`Pending`] is a future that resolves when its unit is durable. Reads may block, and belong on
//! blocking threads. The backends are [`Memory`], [`Sqlite`] and, with the feature `postgres`,
//! `Postgres`, chosen by a [`StoreAddress`]; all pass [`conformance`].
//!
//! The key `(match, step)` is the lock of a match: the second write of the same step fails with
//! [`StoreError::Conflict`]. Servers that share a store also own tables; see [`Places`].
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

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod address;
pub mod conformance;
mod ids;
mod memory;
mod op;
mod places;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod record;
mod sqlite;
mod tails;

pub use address::{StoreAddress, StoreAddressError};
pub use ids::{MatchId, PersonId};
pub use memory::Memory;
pub use op::{Expired, FinishedRow, IdleLimits, KeepLimits, Op, Opened, PersonRow, RoomRow, SheetRow, Used};
pub use places::{Claim, NodeId, Owners, Peer, Places, Released};
#[cfg(all(feature = "postgres", unix))]
pub use postgres::LocalServers;
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
pub use sqlite::{BackedUp, Durability, Restored, Sqlite, back_up, restore};

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use eights_match::{Entry, Head};
use tokio::sync::oneshot;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The step exists already, or the one before it is missing.
    #[error("step {1} of match {0} is not the next one")]
    Conflict(MatchId, u64),
    /// Another node has taken over: this one owns no tables any more, and writes nothing.
    #[error("another node has taken over the tables of this one")]
    Fenced,
    /// The table of this code belongs to another node, or to none.
    #[error("table {0} belongs to another node")]
    NotOwner(String),
    /// The backend failed: the disk is full, missing or damaged.
    #[error("{0}")]
    Failed(String),
}

/// A pending write. Resolves when the unit is durable.
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

/// The sending half of a [`Pending`].
pub type Done = oneshot::Sender<Result<(), StoreError>>;

/// A write that a backend finishes later.
#[must_use]
pub fn pending() -> (Done, Pending) {
    let (done, waits) = oneshot::channel();
    (done, Pending(waits))
}

/// All tables, and a sentence for each problem that was found.
pub type Rooms = (Vec<RoomRow>, Vec<String>);

/// A storage backend.
pub trait Store: Places + 'static {
    /// Writes a unit, completely or not at all.
    fn write(&self, ops: Vec<Op>) -> Pending;

    /// Finishes pending writes, and accepts no more.
    fn close(&self) {}

    /// The head and all steps of a match.
    ///
    /// # Errors
    ///
    /// When the store fails, or the match cannot be read.
    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError>;

    /// All tables, and the problems found: tables that cannot be read, and damage noticed when the
    /// store was opened.
    ///
    /// # Errors
    ///
    /// When the store fails as a whole.
    fn rooms(&self) -> Result<Rooms, StoreError>;

    /// The stored state of one table.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn room(&self, code: &str) -> Result<Option<String>, StoreError>;

    /// A person.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError>;

    /// Who is banned, sorted.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn bans(&self) -> Result<Vec<String>, StoreError>;

    /// A saved rule sheet, by name.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError>;

    /// The rule sheets that a person saved, in the order of game and name, after one of them.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError>;

    /// The matches of a person, finished or not, in the order of their ids, after one of them.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError>;

    /// Matches and people that have been kept for too long, oldest first, up to a number of each.
    ///
    /// # Errors
    ///
    /// When the store fails.
    fn expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError>;

    /// The steps of a match after step `after`. A backend should make this independent of the
    /// length of the match.
    ///
    /// # Errors
    ///
    /// When the store fails, or the steps cannot be read.
    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let entries = self.journal(id)?.map(|(_, entries)| entries).unwrap_or_default();
        Ok(entries.into_iter().filter(|entry| entry.step > after).collect())
    }

    /// A person's finished matches that ended before a time, newest first.
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
