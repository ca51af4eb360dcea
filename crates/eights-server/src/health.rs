//! Whether the store can be written: asked with a real write, so that a full disk is noticed while nobody plays.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use eights_store::{Op, Store, StoreError};
use tokio::{sync::Mutex, time::timeout};

/// An answer is good for so long: asking is open to everybody, and must not keep the disk busy.
const GOOD_FOR: Duration = Duration::from_secs(1);
/// A store that takes longer than this does not count as well.
const PATIENCE: Duration = Duration::from_secs(2);

/// The store's health, as it was asked last.
pub(crate) struct Health {
    store: Arc<dyn Store>,
    last: Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    pub(crate) fn new(store: Arc<dyn Store>) -> Health {
        Health { store, last: Mutex::default() }
    }

    /// Whether something could be written a moment ago.
    ///
    /// # Errors
    ///
    /// Why not.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < GOOD_FOR
        {
            return result.clone();
        }
        // A table without a code, written and cleared away in one unit: the file is written, and nothing is left.
        let probe = vec![Op::Room { code: String::new(), saved: String::new() }, Op::DropRoom(String::new())];
        let slow = || Err(StoreError::Failed("the store does not answer in time".into()));
        let result = timeout(PATIENCE, self.store.write(probe)).await.unwrap_or_else(|_| slow());
        *last = Some((Instant::now(), result.clone()));
        result
    }
}
