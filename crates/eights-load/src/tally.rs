//! What everybody at every table counts together. One thread plays them all, so nothing is locked.

use std::{cell::RefCell, collections::BTreeMap, net::SocketAddr};

use tokio::sync::watch;

use crate::faults::Ledger;

/// What all players share.
pub(crate) struct Shared {
    /// Where the server is now; none while there is none.
    pub(crate) server: watch::Receiver<Option<SocketAddr>>,
    /// What is counted.
    pub(crate) tally: RefCell<Tally>,
    /// Everything that was said and acknowledged, where that is to be checked.
    /// With a ledger, players whose line breaks come back.
    pub(crate) ledger: Option<RefCell<Ledger>>,
}

/// The sums.
#[derive(Default)]
pub(crate) struct Tally {
    /// Steps of all tables.
    pub(crate) moves: u64,
    /// Microseconds from saying something to the update that holds it.
    pub(crate) waits: Vec<u32>,
    /// Bytes that came, frames and all.
    pub(crate) bytes: u64,
    /// Updates that came.
    pub(crate) updates: u64,
    /// Answers that were refused.
    pub(crate) refused: u64,
    /// The last reason for it.
    pub(crate) why: String,
    /// Matches that ended.
    pub(crate) matches: u64,
    /// Lines that broke.
    pub(crate) broken: u64,
    /// How often each table has moved on since the beginning, by its code.
    pub(crate) progress: BTreeMap<String, u64>,
}

impl Tally {
    /// Begins to count anew, but for what tells whether a table moves at all.
    pub(crate) fn restart(&mut self) {
        let progress = std::mem::take(&mut self.progress);
        *self = Tally { progress, ..Tally::default() };
    }
}

impl Shared {
    pub(crate) fn new(server: watch::Receiver<Option<SocketAddr>>, ledger: Option<Ledger>) -> Shared {
        Shared { server, tally: RefCell::default(), ledger: ledger.map(RefCell::new) }
    }
}
