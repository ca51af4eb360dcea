//! The steps of running matches that lie in the log and not yet in the database.
//!
//! The writer adds what is safe; readers look. A match has its first steps in
//! the database and the others here.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::MatchId;

/// The newest steps of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The number of the first.
    pub(crate) first: u64,
    /// How many they are.
    pub(crate) count: u64,
    /// The steps, one after the other.
    pub(crate) bytes: Vec<u8>,
    /// Whether the step behind them was lost, and others came after it.
    pub(crate) is_broken: bool,
}

impl Tail {
    /// The tail of a match of which so many steps lie in the database.
    pub(crate) fn behind(kept: u64) -> Tail {
        Tail { first: kept + 1, count: 0, bytes: Vec::new(), is_broken: false }
    }

    /// The number of the step that comes next.
    pub(crate) fn next(&self) -> u64 {
        self.first + self.count
    }

    /// Adds a step: an older one is there already, a later one means that some are lost.
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

/// All of them.
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

    /// Every match that has one.
    pub(crate) fn ids(&self) -> Vec<MatchId> {
        self.lock().keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_takes_what_comes_next_and_knows_what_is_lost() {
        let mut tail = Tail::behind(3);
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
