//! A steady clock for everything that waits, and the date for what is written down.
//!
//! Turns, absences, rates and idle tables are measured by the steady clock, so setting the
//! computer's clock changes the dates of matches and nothing else. Time in which the whole process
//! did not run (SIGSTOP, a paused machine) does not count.

use std::{
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use crate::room::Millis;

/// The source of a [`Clock`]'s time; tests supply their own.
pub trait TimeSource: Send + Sync + 'static {
    /// Monotonic time since an arbitrary start.
    fn steady(&self) -> Duration;

    /// The system date, right or wrong.
    fn date(&self) -> SystemTime;
}

/// The clocks of the operating system.
struct System {
    start: Instant,
}

impl TimeSource for System {
    fn steady(&self) -> Duration {
        self.start.elapsed()
    }

    fn date(&self) -> SystemTime {
        SystemTime::now()
    }
}

/// The clock of a server.
pub struct Clock {
    source: Box<dyn TimeSource>,
    counted: Mutex<Counted>,
}

struct Counted {
    /// When the source was last read.
    looked: Duration,
    /// Time in which the process did not run.
    stopped: Duration,
}

/// The clock's first value, so that times before the start can be expressed.
const START: Millis = 1 << 40;
/// How often a thread reads the source.
const TICK: Duration = Duration::from_millis(200);
/// If the source was not read for longer than this, the process was stopped.
const STOP_THRESHOLD: Duration = Duration::from_secs(1);

impl Clock {
    /// A clock that follows the operating system.
    #[must_use]
    pub fn system() -> Arc<Clock> {
        Clock::new(System { start: Instant::now() })
    }

    /// A clock that follows any source.
    #[must_use]
    pub fn new(source: impl TimeSource) -> Arc<Clock> {
        let clock = Arc::new(Clock::still(source));
        let ticking = Arc::downgrade(&clock);
        // A thread, not a task: a busy runtime must not look like a stopped process.
        let _ = std::thread::Builder::new().name("clock".into()).spawn(move || tick(&ticking));
        clock
    }

    fn still(source: impl TimeSource) -> Clock {
        let looked = source.steady();
        let counted = Mutex::new(Counted { looked, stopped: looked });
        Clock { source: Box::new(source), counted }
    }

    /// Milliseconds for which the process has run, plus a constant.
    pub(crate) fn now(&self) -> Millis {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        // The first reading after a stop notices it, before anything counts as due.
        let steady = self.source.steady().max(counted.looked);
        let passed = steady - counted.looked;
        if passed > STOP_THRESHOLD {
            counted.stopped += passed;
        }
        counted.looked = steady;
        START + (steady - counted.stopped).as_millis() as Millis
    }

    /// Milliseconds since 1970 by the system date, which may change at any time.
    pub(crate) fn date(&self) -> Millis {
        self.source.date().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
    }
}

fn tick(clock: &Weak<Clock>) {
    while let Some(clock) = clock.upgrade() {
        clock.now();
        drop(clock);
        std::thread::sleep(TICK);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Steady time and date, in milliseconds.
    #[derive(Clone, Default)]
    struct Set(Arc<(AtomicU64, AtomicU64)>);

    impl TimeSource for Set {
        fn steady(&self) -> Duration {
            Duration::from_millis(self.0.0.load(Ordering::Relaxed))
        }

        fn date(&self) -> SystemTime {
            UNIX_EPOCH + Duration::from_millis(self.0.1.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn time_passes_only_while_the_process_runs() {
        let set = Set::default();
        let clock = Clock::still(set.clone());
        let begin = clock.now();
        let pass = |millis: u64| {
            set.0.0.fetch_add(millis, Ordering::Relaxed);
            clock.now() - begin
        };
        assert_eq!((pass(200), pass(1000)), (200, 1200));
        assert_eq!(pass(15 * 24 * 3_600_000), 1200, "stopped for fifteen days");
        assert_eq!((pass(1001), pass(300)), (1200, 1500));
    }

    #[test]
    fn changing_the_date_does_not_move_the_steady_clock() {
        let set = Set::default();
        let clock = Clock::still(set.clone());
        let begin = clock.now();
        for date in [1 << 41, 5, 1 << 42, 0] {
            set.0.1.store(date, Ordering::Relaxed);
            assert_eq!((clock.now(), clock.date()), (begin, date));
        }
    }

    /// The thread reads the source often enough that running time never looks like a stop.
    #[test]
    fn a_running_clock_counts_all_time() {
        let clock = Clock::system();
        let (begin, waited) = (clock.now(), STOP_THRESHOLD * 2);
        std::thread::sleep(waited);
        let passed = clock.now() - begin;
        assert!(passed >= waited.as_millis() as Millis - 1, "{passed} ms");
    }
}
