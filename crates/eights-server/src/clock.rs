//! Time: a steady clock for everything that waits, and the date for what is written down.
//!
//! Turns, absences, rates and idle tables are measured by the steady clock. Setting
//! the computer's clock changes the dates of matches and nothing else. Time in
//! which the whole process did not run (SIGSTOP, a paused machine) does not count.

use std::{
    sync::{Arc, Mutex, PoisonError, Weak},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use crate::room::Millis;

/// Where a [`Clock`] has its time from.
pub trait TimeSource: Send + Sync + 'static {
    /// Time since some moment in the past; it never goes back.
    fn steady(&self) -> Duration;

    /// What the calendar says, right or wrong.
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

/// The time of a server.
pub struct Clock {
    source: Box<dyn TimeSource>,
    counted: Mutex<Counted>,
}

struct Counted {
    /// When the source was last looked at.
    looked: Duration,
    /// Time in which the process did not run.
    stopped: Duration,
}

/// The clock starts here, so that moments before the start can be expressed.
const START: Millis = 1 << 40;
/// How often the source is looked at while the process runs.
const TICK: Duration = Duration::from_millis(200);
/// Nobody looked for so long: the process did not run.
const STOPPED: Duration = Duration::from_secs(1);

impl Clock {
    /// The time of the operating system.
    #[must_use]
    pub fn system() -> Arc<Clock> {
        Clock::new(System { start: Instant::now() })
    }

    /// The time of any source.
    #[must_use]
    pub fn new(source: impl TimeSource) -> Arc<Clock> {
        let clock = Arc::new(Clock::still(source));
        let ticking = Arc::downgrade(&clock);
        // A thread, so that a runtime with much to do is not taken for a stopped process.
        let _ = std::thread::Builder::new().name("clock".into()).spawn(move || tick(&ticking));
        clock
    }

    fn still(source: impl TimeSource) -> Clock {
        let looked = source.steady();
        let counted = Mutex::new(Counted { looked, stopped: looked });
        Clock { source: Box::new(source), counted }
    }

    /// Milliseconds in which the process ran, from some moment on.
    pub(crate) fn now(&self) -> Millis {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever looks first after a stop notices it, before anything is taken for due.
        let steady = self.source.steady().max(counted.looked);
        let passed = steady - counted.looked;
        if passed > STOPPED {
            counted.stopped += passed;
        }
        counted.looked = steady;
        START + (steady - counted.stopped).as_millis() as Millis
    }

    /// Milliseconds since 1970 by the calendar, which somebody may set at any time.
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
    fn the_date_may_jump_and_nothing_else_does() {
        let set = Set::default();
        let clock = Clock::still(set.clone());
        let begin = clock.now();
        for date in [1 << 41, 5, 1 << 42, 0] {
            set.0.1.store(date, Ordering::Relaxed);
            assert_eq!((clock.now(), clock.date()), (begin, date));
        }
    }

    /// Between two looks of the thread less time passes than a stop must have.
    #[test]
    fn a_running_clock_ticks() {
        let clock = Clock::system();
        let (begin, waited) = (clock.now(), STOPPED * 2);
        std::thread::sleep(waited);
        let passed = clock.now() - begin;
        assert!(passed >= waited.as_millis() as Millis - 1, "{passed} ms");
    }
}
