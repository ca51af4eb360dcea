//! A node of a simulation: the real loops on a runtime of their own, with a paused clock.

use std::{sync::Arc, time::Duration};

use eights_store::{Memory, Store, StoreAddress};
use tokio::{runtime::Runtime, sync::watch, time::Instant};

use super::store::{Beats, Reached, Way};
use crate::{clock::Clock, cluster, config::Config, hub::Hub};

pub(super) struct Node {
    /// None once it is dropped.
    runtime: Option<Runtime>,
    pub(super) hub: Arc<Hub>,
    pub(super) way: watch::Sender<Way>,
    /// Until when it sleeps, and since when.
    pub(super) asleep: Option<(Duration, Duration)>,
    /// Until when its way to the store is disturbed.
    pub(super) disturbed: Duration,
}

impl Node {
    pub(super) fn start(shared: &Shared, number: usize, now: Duration) -> Node {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().start_paused(true).build().expect("there is a runtime");
        let (way, reached) = watch::channel(Way::Open);
        let config =
            Config { store: StoreAddress::Memory, shuffle_wait: 0, hand_pause: 0, ..Config::default() };
        let hub = runtime.block_on(async {
            // The address leads nowhere, so that only silence tells who is dead.
            let inner = Arc::new(shared.store.node_at(&format!("node {number}")));
            let started = (Instant::now(), now);
            let (beats, is_fenced) = (shared.beats.clone(), shared.is_fenced);
            let store = Arc::new(Reached { inner, way: reached, is_fenced, beats, started });
            let hub = Hub::new(config, store, shared.clock.clone());
            tokio::spawn(beat(hub.store.clone()));
            tokio::spawn(cluster::watch::run(Arc::downgrade(&hub)));
            hub
        });
        Node { runtime: Some(runtime), hub, way, asleep: None, disturbed: Duration::ZERO }
    }

    /// Runs something on the node.
    pub(super) fn within<T>(&self, work: impl AsyncFnOnce() -> T) -> T {
        self.runtime.as_ref().expect("it runs").block_on(async { work().await })
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Sends the node's heartbeat. The PostgreSQL store does this by itself; the memory store does not.
async fn beat(store: Arc<dyn Store>) {
    loop {
        let _ = store.beat();
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// What all nodes of a simulation share.
pub(super) struct Shared {
    pub(super) store: Memory,
    pub(super) clock: Arc<Clock>,
    pub(super) beats: Beats,
    pub(super) is_fenced: bool,
}
