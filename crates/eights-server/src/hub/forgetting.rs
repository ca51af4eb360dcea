//! Deletes a person: their chairs, their name in matches, and what their cookie leads to.

use std::sync::Arc;

use eights_store::{Op, PersonId, StoreError};
use eights_wire::ByeCode;

use super::{Hub, inbox::ToRoom};
use crate::{
    cluster::peers,
    room::{FORGOTTEN, Input},
};

/// The name of a deleted person in matches of others.
pub(crate) const SOMEBODY: &str = "Somebody";
/// How many matches change in one transaction, so that steps do not wait long for it.
const BATCH: u32 = 20;

impl Hub {
    /// Deletes a person.
    ///
    /// The person's row is deleted last. Until then the cookie works, so a client that got no answer
    /// can try again.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub(crate) async fn forget(self: &Arc<Hub>, person: PersonId) -> Result<(), StoreError> {
        self.leave_everything(person).await?;
        self.store.write(vec![Op::DropPerson(person)]).await?;
        self.sessions.end(person, ByeCode::Other, FORGOTTEN);
        // What began before the cookie was void.
        self.leave_everything(person).await
    }

    /// Lets a person leave this node, while another one deletes them.
    pub(crate) async fn forget_here(&self, person: PersonId) {
        self.leave_tables(person).await;
        self.sessions.end(person, ByeCode::Other, FORGOTTEN);
    }

    async fn leave_tables(&self, person: PersonId) {
        for room in self.rooms_of(person) {
            let _ = room.send(ToRoom::Input(Input::Forget(person)));
            // A table answers after everything before has been persisted.
            let (answer, waits) = tokio::sync::oneshot::channel();
            if room.send(ToRoom::Look(answer)).is_ok() {
                let _ = waits.await;
            }
        }
    }

    async fn leave_everything(self: &Arc<Hub>, person: PersonId) -> Result<(), StoreError> {
        self.leave_tables(person).await;
        if !peers::forget(self, person).await {
            return Err(StoreError::Failed("another server does not answer: please try again".into()));
        }
        loop {
            let hub = self.clone();
            let read = tokio::task::spawn_blocking(move || hub.store.matches_of(person, None, BATCH)).await;
            let ids = read.map_err(|_| StoreError::Failed("asking the store failed".into()))??;
            if ids.is_empty() {
                return Ok(());
            }
            let op = |id| Op::Anonymize { id, person, name: SOMEBODY.into() };
            self.store.write(ids.into_iter().map(op).collect()).await?;
        }
    }
}
