//! What a node knows about the others, for as long as the server runs.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use eights_store::{NodeId, Store, StoreError};
use tokio::{sync::Notify, time::Instant};

use super::{relay::near::Trunks, searches::Searches};
use crate::room::Listed;

/// What a node knows about the others.
pub(crate) struct Cluster {
    /// What nodes show each other, so that nobody else speaks for a person. Empty until the server
    /// has started.
    secret: OnceLock<String>,
    /// Where the other nodes are.
    addresses: Mutex<HashMap<NodeId, String>>,
    /// Tables that are being read from the store at the moment.
    restoring: Mutex<HashSet<String>>,
    pub(super) searches: Arc<Searches>,
    /// Connections to the owners of tables whose clients are here.
    pub(super) trunks: Trunks,
    /// Says that somebody looks for a table without an owner.
    pub(super) has_free: Notify,
    /// The public tables of other nodes, as of a moment ago.
    pub(super) listings: tokio::sync::Mutex<Option<(Instant, Vec<Listed>)>>,
}

impl Cluster {
    /// None if this server has its store for itself.
    pub(crate) fn of(store: &dyn Store) -> Option<Cluster> {
        store.is_shared().then(|| Cluster {
            secret: OnceLock::new(),
            addresses: Mutex::default(),
            restoring: Mutex::default(),
            searches: Arc::default(),
            trunks: Trunks::default(),
            has_free: Notify::new(),
            listings: tokio::sync::Mutex::default(),
        })
    }

    /// Reads the secret of the cluster.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub(crate) fn load(&self, store: &dyn Store) -> Result<(), StoreError> {
        let _ = self.secret.set(store.secret()?);
        Ok(())
    }

    pub(crate) fn secret(&self) -> &str {
        self.secret.get().map_or("", String::as_str)
    }

    pub(super) fn addresses(&self) -> MutexGuard<'_, HashMap<NodeId, String>> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn restoring(&self) -> MutexGuard<'_, HashSet<String>> {
        self.restoring.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
