//! The newest steps of running matches, which are in the log but not in the database yet.
//!
//! The writer adds durable steps; readers append them to the steps in the database.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::MatchId;

/// The newest steps of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The number of the first step.
    pub(crate) first: u64,
    /// The number of steps.
    pub(crate) count: u64,
    /// The encoded steps, back to back.
    pub(crate) bytes: Vec<u8>,
    /// Whether the next step was lost and later ones exist.
    pub(crate) is_broken: bool,
}

impl Tail {
    /// An empty tail of a match with this many steps in the database.
    pub(crate) fn after(stored: u64) -> Tail {
        Tail { first: stored + 1, count: 0, bytes: Vec::new(), is_broken: false }
    }

    pub(crate) fn next(&self) -> u64 {
        self.first + self.count
    }

    /// Adds the next step. Ignores a known one; a gap marks the tail as broken.
    pub(crate) fn add(&mut self, step: u64, bytes: &[u8]) {
        match step.cmp(&self.next()) {
            _ if self.is_broken => (),
            std::cmp::Ordering::Less => (),
            std::cmp::Ordering::Greater => self.is_broken = true,
            std::cmp::Ordering::Equal => {
                self.count += 1;
                self.bytes.extend_from_slice(bytes);
            }
        }
    }
}

/// The tails of all running matches.
#[derive(Default)]
pub(crate) struct Tails(Mutex<HashMap<MatchId, Tail>>);

impl Tails {
    pub(crate) fn new(tails: HashMap<MatchId, Tail>) -> Tails {
        Tails(Mutex::new(tails))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<MatchId, Tail>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn of(&self, id: MatchId) -> Option<Tail> {
        self.lock().get(&id).cloned()
    }

    /// All matches with a tail.
    pub(crate) fn ids(&self) -> Vec<MatchId> {
        self.lock().keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_accepts_the_next_step_and_detects_gaps() {
        let mut tail = Tail::after(3);
        for step in [2, 3, 4, 4, 5] {
            tail.add(step, &[step as u8]);
        }
        let wanted = Tail { first: 4, count: 2, bytes: vec![4, 5], is_broken: false };
        assert_eq!(tail, wanted);
        for step in [7, 6] {
            tail.add(step, &[step as u8]);
        }
        assert_eq!(tail, Tail { is_broken: true, ..wanted });
    }
}
