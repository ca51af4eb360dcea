//! The counters that all players share. They all run on one thread, so no lock is needed.

use std::{cell::RefCell, collections::BTreeMap, time::Duration};

use eights_client::Server;
use tokio::{sync::watch, time::Instant};

use crate::ledger::Ledger;

/// The state that all players share.
pub(crate) struct Shared {
    /// The servers at their current addresses; none while they are down.
    pub(crate) servers: watch::Receiver<Vec<Server>>,
    /// Where tables are opened, if not where people play.
    pub(crate) founding: Option<Server>,
    pub(crate) tally: RefCell<Tally>,
    /// In tests that check what the server stored: every answer and acknowledgement. With a ledger,
    /// players also reconnect when their connection breaks.
    pub(crate) ledger: Option<RefCell<Ledger>>,
}

#[derive(Default)]
pub(crate) struct Tally {
    /// The steps of all tables.
    pub(crate) moves: u64,
    /// Latencies: microseconds from sending an answer to the update that contains it.
    pub(crate) waits: Vec<u32>,
    /// Bytes received, without WebSocket frame headers.
    pub(crate) bytes: u64,
    /// Updates received.
    pub(crate) updates: u64,
    /// The number of refused answers.
    pub(crate) refused: u64,
    /// The reason of the last refusal.
    pub(crate) why: String,
    /// The number of finished matches.
    pub(crate) matches: u64,
    /// The number of broken connections.
    pub(crate) broken: u64,
    /// The number of steps of each table since the beginning, by its code.
    pub(crate) progress: BTreeMap<String, u64>,
    /// Since when, and after how long the host of each table was shown it again, by its code.
    pub(crate) shown_again: Option<(Instant, BTreeMap<String, Duration>)>,
}

impl Tally {
    /// Resets all counters except `progress`, which shows whether every table still moves.
    pub(crate) fn restart(&mut self) {
        let progress = std::mem::take(&mut self.progress);
        *self = Tally { progress, ..Tally::default() };
    }
}

impl Shared {
    pub(crate) fn new(servers: watch::Receiver<Vec<Server>>, ledger: Option<Ledger>) -> Shared {
        Shared { servers, founding: None, tally: RefCell::default(), ledger: ledger.map(RefCell::new) }
    }
}
