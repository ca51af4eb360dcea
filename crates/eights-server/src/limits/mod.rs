//! Rate limits by the generic cell rate algorithm (GCRA), which keeps one number per limit; and
//! limits per address.

pub(crate) mod bans;
pub(crate) mod connections;
pub(crate) mod guesses;
pub(crate) mod quota;

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

/// A burst at once, and a steady rate in the long run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rate {
    /// 0 for no limit.
    pub per_second: f64,
    pub burst: u32,
}

/// The theoretical arrival time of GCRA: when the whole burst is available again, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Due(u64);

impl Due {
    /// Whether the whole burst is available.
    pub(crate) fn is_past(self, now: u64) -> bool {
        self.0 <= now * 1000
    }
}

impl Rate {
    fn each(&self) -> u64 {
        (1e6 / self.per_second) as u64
    }

    /// Whether one more event conforms at `now`, in milliseconds of any clock. If so, counts it.
    pub(crate) fn allows(&self, due: &mut Due, now: u64) -> bool {
        self.allows_for(due, now, 1)
    }

    /// The same for an event that counts several times.
    fn allows_for(&self, due: &mut Due, now: u64, cost: u32) -> bool {
        let has_room = self.has_room(*due, now, cost);
        if has_room {
            self.charge(due, now, cost);
        }
        has_room
    }

    /// Whether one more event that counts `cost` times would conform, without counting it.
    pub(crate) fn has_room(&self, due: Due, now: u64, cost: u32) -> bool {
        let ahead = due.0.saturating_sub(now * 1000);
        self.per_second <= 0.0 || ahead <= self.each() * u64::from(self.burst.max(cost) - cost)
    }

    /// Counts events whether they conform or not.
    pub(crate) fn charge(&self, due: &mut Due, now: u64, count: u32) {
        if self.per_second > 0.0 {
            due.0 = due.0.max(now * 1000) + self.each() * u64::from(count);
        }
    }
}

/// Among how many nodes limits per address are divided: 1 for a server that has its store for itself.
///
/// Somebody may come through any node, and nodes do not tell each other about requests. So an event counts at
/// each as often as there are nodes.
#[derive(Clone)]
pub(crate) struct Share(Arc<AtomicU32>);

impl Default for Share {
    fn default() -> Share {
        Share(Arc::new(AtomicU32::new(1)))
    }
}

impl Share {
    pub(crate) fn set(&self, nodes: usize) {
        self.0.store(u32::try_from(nodes).unwrap_or(u32::MAX).max(1), Ordering::Relaxed);
    }

    pub(crate) fn nodes(&self) -> usize {
        self.cost() as usize
    }

    /// How often an event counts.
    pub(crate) fn cost(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The same rate for every key.
pub(crate) struct KeyedRate<K> {
    keyed: Mutex<Keyed<K>>,
    share: Share,
}

struct Keyed<K> {
    rate: Rate,
    dues: HashMap<K, Due>,
    swept: u64,
}

/// How often keys with a full burst are dropped, in milliseconds.
pub(crate) const SWEEP_INTERVAL: u64 = 10_000;

impl<K: Eq + Hash> KeyedRate<K> {
    pub(crate) fn new(rate: Rate) -> KeyedRate<K> {
        KeyedRate::shared(rate, &Share::default())
    }

    /// A rate of all nodes together.
    pub(crate) fn shared(rate: Rate, share: &Share) -> KeyedRate<K> {
        let keyed = Mutex::new(Keyed { rate, dues: HashMap::new(), swept: 0 });
        KeyedRate { keyed, share: share.clone() }
    }

    fn keyed(&self) -> MutexGuard<'_, Keyed<K>> {
        self.keyed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the rate. Counting starts again then: what was counted is measured in the old rate.
    pub(crate) fn set_rate(&self, rate: Rate) {
        let mut keyed = self.keyed();
        if keyed.rate != rate {
            *keyed = Keyed { rate, dues: HashMap::new(), swept: 0 };
        }
    }

    /// Whether one more event of this key conforms. If so, counts it.
    pub(crate) fn allows(&self, who: K, now: u64) -> bool {
        let mut keyed = self.keyed();
        let Keyed { rate, dues, swept } = &mut *keyed;
        if rate.per_second <= 0.0 {
            return true;
        }
        if now > *swept + SWEEP_INTERVAL {
            dues.retain(|_, due| !due.is_past(now));
            *swept = now;
        }
        rate.allows_for(dues.entry(who).or_default(), now, self.share.cost())
    }
}

/// Limits how often an event that strangers can cause at will is logged.
#[derive(Default)]
pub(crate) struct LogThrottle(Mutex<(Due, u64)>);

/// Once a minute.
const LOG_RATE: Rate = Rate { per_second: 1.0 / 60.0, burst: 1 };

/// Log throttles for the kinds of refusals.
#[derive(Default)]
pub(crate) struct Refusals {
    pub(crate) connections: LogThrottle,
    pub(crate) requests: LogThrottle,
    /// Wrong table codes.
    pub(crate) codes: LogThrottle,
    /// Tables, people and rule sheets beyond the quota of an address.
    pub(crate) quotas: LogThrottle,
    /// Requests and sockets from pages of other origins.
    pub(crate) origins: LogThrottle,
    /// Connections closed because of what they send.
    pub(crate) messages: LogThrottle,
}

impl LogThrottle {
    /// Counts an event. If it is time to log, returns how many there were since the last time.
    pub(crate) fn count(&self, now: u64) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.1 += 1;
        LOG_RATE.allows(&mut told.0, now).then(|| std::mem::take(&mut told.1))
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
        let each = KeyedRate::new(rate);
        assert!((0..3).all(|_| each.allows("a", 0)));
        assert!(!each.allows("a", 0));
        assert!(each.allows("b", 0), "others are not held up");
    }

    #[test]
    fn nodes_share_a_rate() {
        let (share, rate) = (Share::default(), Rate { per_second: 2.0, burst: 6 });
        share.set(3);
        let nodes = [(); 3].map(|()| KeyedRate::shared(rate, &share));
        let allowed = |now| nodes.iter().map(|node| (0..9).filter(|_| node.allows("a", now)).count()).sum();
        let counts: [usize; 3] = [allowed(1000), allowed(2400), allowed(2500)];
        assert_eq!(counts, [6, 0, 3], "two a second");
    }

    #[test]
    fn frequent_events_are_logged_once_a_minute_with_their_count() {
        let seldom = LogThrottle::default();
        let told: Vec<Option<u64>> = (0..100).map(|_| seldom.count(1000)).collect();
        assert_eq!((told[0], told[1..].iter().flatten().count()), (Some(1), 0));
        assert_eq!(seldom.count(61_000), Some(100), "with those that were not told");
    }
}
