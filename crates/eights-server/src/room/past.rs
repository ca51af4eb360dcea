//! Snapshots of a match, from which a bot catches up with what its seat has seen.
//!
//! Bots are not kept between turns. One that remembers replays the journal before it answers, and starts from a
//! snapshot so that the replay does not grow with the match.

use eights_match::AnyMatch;

/// Steps between snapshots. A bot sees 256 to 511 steps again: several deals of the usual games, and what it
/// concludes about hidden cards comes from the current deal.
const INTERVAL: u64 = 256;

/// The last two snapshots.
#[derive(Default)]
pub(super) struct Past {
    older: Option<Box<dyn AnyMatch>>,
    newer: Option<Box<dyn AnyMatch>>,
}

impl Past {
    /// To be called after every step.
    pub(super) fn note(&mut self, table: &dyn AnyMatch) {
        if table.step().is_multiple_of(INTERVAL) {
            self.older = self.newer.take();
            self.newer = Some(table.copy());
        }
    }

    /// The match where a bot starts to look; none for the first deal.
    pub(super) fn copy(&self) -> Option<Box<dyn AnyMatch>> {
        self.older.as_ref().map(|table| table.copy())
    }
}
