//! Rates: how often something may happen, kept in one number each (the generic cell rate algorithm).

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

/// When all of the burst is free again, in microseconds: the theoretical arrival time of the algorithm.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Due(u64);

impl Due {
    /// Whether all of the burst is free.
    pub(crate) fn is_past(self, now: u64) -> bool {
        self.0 <= now * 1000
    }
}

impl Rate {
    fn each(&self) -> u64 {
        (1e6 / self.per_second) as u64
    }

    /// Whether one more may happen now, in milliseconds of any clock. It is counted.
    pub(crate) fn allows(&self, due: &mut Due, now: u64) -> bool {
        let has_room = self.has_room(*due, now);
        if has_room {
            self.charge(due, now, 1);
        }
        has_room
    }

    /// The same without counting it.
    pub(crate) fn has_room(&self, due: Due, now: u64) -> bool {
        let ahead = due.0.saturating_sub(now * 1000);
        self.per_second <= 0.0 || ahead <= self.each() * u64::from(self.burst.max(1) - 1)
    }

    /// Counts what has happened, whether there was room for it or not.
    pub(crate) fn charge(&self, due: &mut Due, now: u64, count: u32) {
        if self.per_second > 0.0 {
            due.0 = due.0.max(now * 1000) + self.each() * u64::from(count);
        }
    }
}

/// The same rate for each of many.
pub(crate) struct Each<K> {
    rate: Rate,
    dues: Mutex<(HashMap<K, Due>, u64)>,
}

/// How often those are forgotten who have been quiet, in milliseconds.
pub(crate) const SWEEP: u64 = 10_000;

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
            map.retain(|_, due| !due.is_past(now));
            *swept = now;
        }
        self.rate.allows(map.entry(who).or_default(), now)
    }
}

/// Something that strangers can cause as often as they like, and that the log tells now and then.
#[derive(Default)]
pub(crate) struct Seldom(Mutex<(Due, u64)>);

/// How often the log tells it: once a minute.
const LOGGED: Rate = Rate { per_second: 1.0 / 60.0, burst: 1 };

/// What strangers are refused.
#[derive(Default)]
pub(crate) struct Refusals {
    /// Connections that are too many.
    pub(crate) connections: Seldom,
    /// Requests that come too fast.
    pub(crate) requests: Seldom,
    /// Table codes that are guessed.
    pub(crate) codes: Seldom,
    /// Tables, people and rule sheets beyond what one address may create.
    pub(crate) quotas: Seldom,
    /// Sockets and requests for pages of other addresses.
    pub(crate) origins: Seldom,
    /// Lines that are ended because of what they send.
    pub(crate) messages: Seldom,
}

impl Seldom {
    /// How often it has happened since the log told it last, where it is time to tell it again.
    pub(crate) fn count(&self, now: u64) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.1 += 1;
        LOGGED.allows(&mut told.0, now).then(|| std::mem::take(&mut told.1))
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

    #[test]
    fn what_happens_all_the_time_is_logged_now_and_then() {
        let seldom = Seldom::default();
        let told: Vec<Option<u64>> = (0..100).map(|_| seldom.count(1000)).collect();
        assert_eq!((told[0], told[1..].iter().flatten().count()), (Some(1), 0));
        assert_eq!(seldom.count(61_000), Some(100), "with those that were not told");
    }
}
