//! Deletes matches and people that have been kept for as long as the operator wants, a few at a time.
//!
//! What is due is found by readers of the store, which hold up nobody. Each write deletes so little
//! that a step which waits for it is not late.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use eights_store::{Expired, KeepLimits, Op, StoreError};

use super::Hub;

/// How often to look.
const POLL: Duration = Duration::from_secs(2);
/// How many matches, and how many people, are found at a time.
const FOUND: u32 = 200;
/// How many matches go in one transaction.
const BATCH: usize = 5;
/// The pause after each transaction.
const PAUSE: Duration = Duration::from_millis(20);

/// Runs until the hub is gone or the server shuts down.
pub(crate) async fn run(hub: Weak<Hub>) {
    loop {
        tokio::time::sleep(POLL).await;
        let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) else { return };
        if let Err(error) = round(&hub).await {
            tracing::warn!(%error, "old matches and people could not be deleted");
        }
    }
}

/// Deletes everything that is due.
async fn round(hub: &Arc<Hub>) -> Result<(), StoreError> {
    let (mut matches, mut people) = (0, 0);
    loop {
        let Expired { matches: old, people: gone } = find(hub).await?;
        if (old.is_empty() && gone.is_empty()) || hub.is_stopping() {
            break;
        }
        for ids in old.chunks(BATCH) {
            hub.store.write(ids.iter().map(|id| Op::DropFinished(*id)).collect()).await?;
            matches += ids.len();
            tokio::time::sleep(PAUSE).await;
        }
        for person in gone {
            hub.forget(person).await?;
            people += 1;
            tokio::time::sleep(PAUSE).await;
        }
    }
    if matches + people > 0 {
        tracing::info!(matches, people, "what has been kept long enough was deleted");
    }
    Ok(())
}

async fn find(hub: &Arc<Hub>) -> Result<Expired, StoreError> {
    let config = hub.config();
    let limits = KeepLimits { matches: config.keep_matches.minutes(), people: config.keep_people.minutes() };
    if limits == KeepLimits::default() {
        return Ok(Expired::default());
    }
    let hub = hub.clone();
    let found = tokio::task::spawn_blocking(move || hub.store.expired(limits, FOUND)).await;
    found.unwrap_or_else(|_| Err(StoreError::Failed("asking the store failed".into())))
}
