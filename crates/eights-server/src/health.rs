//! Checks with a real write that the store works, so that a full disk is noticed even while nobody
//! plays.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use eights_store::{Op, Store, StoreError};
use tokio::{sync::Mutex, time::timeout};

/// How long a result is reused: the endpoint is public, and must not keep the disk busy.
const MAX_AGE: Duration = Duration::from_secs(1);
/// A store that takes longer than this counts as failed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// The last result, and how to get a new one.
pub(crate) struct Health {
    store: Arc<dyn Store>,
    last: Mutex<Option<(Instant, Result<(), StoreError>)>>,
}

impl Health {
    pub(crate) fn new(store: Arc<dyn Store>) -> Health {
        Health { store, last: Mutex::default() }
    }

    /// Checks that the store could be written a moment ago.
    ///
    /// # Errors
    ///
    /// Why it could not.
    pub(crate) async fn check(&self) -> Result<(), StoreError> {
        let mut last = self.last.lock().await;
        if let Some((at, result)) = &*last
            && at.elapsed() < MAX_AGE
        {
            return result.clone();
        }
        // A table with an empty code, written and deleted in one unit: the disk is written, and
        // nothing is left behind.
        let probe = vec![Op::Room { code: String::new(), saved: String::new() }, Op::DropRoom(String::new())];
        let slow = || Err(StoreError::Failed("the store does not answer in time".into()));
        let mut result = timeout(WRITE_TIMEOUT, self.store.write(probe)).await.unwrap_or_else(|_| slow());
        if self.store.is_shared() && !matches!(result, Err(StoreError::Fenced)) {
            // A write that waits for a standby is no answer: say why it waits.
            let store = self.store.clone();
            let asked = tokio::task::spawn_blocking(move || store.is_replicated()).await;
            result = asked.unwrap_or_else(|_| slow()).and(result);
        }
        *last = Some((Instant::now(), result.clone()));
        result
    }
}
