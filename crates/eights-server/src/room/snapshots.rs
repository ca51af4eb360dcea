//! Snapshots of a match, from which a bot catches up with what its seat has seen.
//!
//! No bot lives between turns. A bot with memory replays the journal before it answers, and starts
//! from a snapshot so that the replay does not grow with the match.

use eights_match::AnyMatch;

/// Steps between snapshots. A bot replays 256 to 511 steps: several deals of the usual games, which
/// is enough, since it infers hidden cards from the current deal only.
const SNAPSHOT_INTERVAL: u64 = 256;

/// The last two snapshots: the older one is always at least an interval old.
#[derive(Default)]
pub(super) struct Snapshots {
    older: Option<Box<dyn AnyMatch>>,
    newer: Option<Box<dyn AnyMatch>>,
}

impl Snapshots {
    /// Takes a snapshot if one is due. Call after every step.
    pub(super) fn note(&mut self, table: &dyn AnyMatch) {
        if table.step().is_multiple_of(SNAPSHOT_INTERVAL) {
            self.older = self.newer.take();
            self.newer = Some(table.copy());
        }
    }

    /// The position from which a bot starts its replay; none for the first deal.
    pub(super) fn copy(&self) -> Option<Box<dyn AnyMatch>> {
        self.older.as_ref().map(|table| table.copy())
    }
}
