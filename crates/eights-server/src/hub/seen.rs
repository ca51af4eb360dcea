//! Notes who has used the server.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use eights_store::PersonId;

/// The people who have sent a request since the last upkeep round.
#[derive(Default)]
pub(crate) struct Seen(Mutex<HashSet<PersonId>>);

impl Seen {
    pub(crate) fn add(&self, person: PersonId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(person);
    }

    pub(super) fn take(&self) -> Vec<PersonId> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_iter().collect()
    }
}
