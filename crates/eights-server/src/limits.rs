//! Rates: how often something may happen, kept in one number each.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

/// So many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    /// How many a second; none where there is no limit.
    pub per_second: f64,
    /// How many at once.
    pub burst: u32,
}

/// When the next one is due: the generic cell rate algorithm, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Due(u64);

impl Rate {
    /// Whether one more may happen now, in milliseconds of any clock.
    pub(crate) fn allows(&self, due: &mut Due, now: u64) -> bool {
        if self.per_second <= 0.0 {
            return true;
        }
        let now = now * 1000;
        let each = (1e6 / self.per_second) as u64;
        let next = due.0.max(now);
        if next - now > each * u64::from(self.burst.max(1) - 1) {
            return false;
        }
        due.0 = next + each;
        true
    }
}

/// The same rate for each of many.
pub(crate) struct Each<K> {
    rate: Rate,
    dues: Mutex<(HashMap<K, Due>, u64)>,
}

/// How often those are forgotten who have been quiet, in milliseconds.
const SWEEP: u64 = 10_000;

impl<K: Eq + Hash> Each<K> {
    /// Nobody has done anything yet.
    pub(crate) fn new(rate: Rate) -> Each<K> {
        Each { rate, dues: Mutex::default() }
    }

    /// Whether this one may once more.
    pub(crate) fn allows(&self, who: K, now: u64) -> bool {
        if self.rate.per_second <= 0.0 {
            return true;
        }
        let mut dues = self.dues.lock().unwrap_or_else(PoisonError::into_inner);
        let (map, swept) = &mut *dues;
        if now > *swept + SWEEP {
            map.retain(|_, due| due.0 > now * 1000);
            *swept = now;
        }
        self.rate.allows(map.entry(who).or_default(), now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_a_steady_rate() {
        let rate = Rate { per_second: 2.0, burst: 3 };
        let mut due = Due::default();
        let allowed: Vec<bool> = (0..5).map(|_| rate.allows(&mut due, 1000)).collect();
        assert_eq!(allowed, [true, true, true, false, false]);
        assert!(!rate.allows(&mut due, 1499));
        assert!(rate.allows(&mut due, 1500));
        assert!(!rate.allows(&mut due, 1501));
        assert!((0..3).all(|_| rate.allows(&mut due, 60_000)), "the burst comes back");
        let each = Each::new(rate);
        assert!((0..3).all(|_| each.allows("a", 0)));
        assert!(!each.allows("a", 0));
        assert!(each.allows("b", 0), "others are not held up");
    }
}
