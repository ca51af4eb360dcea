//! Runs work on all cores with a result that does not depend on their number.

use std::{
    ops::{ControlFlow, Range},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rayon::prelude::*;

use crate::LabError;

/// How work is run, and how it can be stopped.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// Number of threads; 0 for one per core.
    pub threads: usize,
    /// Set it to stop early; finished work still counts.
    pub stop: &'a AtomicBool,
    /// Called now and then with the number of deals done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// How much of the work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunStatus {
    /// The deals that count: the first ones, without a gap.
    pub deals: u64,
    /// Whether the run was stopped from outside.
    pub partial: bool,
}

/// The intended duration of a wave of work: short enough to stop soon, long
/// enough that waiting for the last chunk does not matter.
const WAVE: Duration = Duration::from_millis(250);

const MAX_WAVE_CHUNKS: u64 = 4096;

impl Runner<'_> {
    /// Works through the deals in chunks of a fixed size.
    ///
    /// Chunks run in any order on any thread but are folded in their own
    /// order: floating-point sums then agree to the last bit on any machine.
    /// `fold` may end the run. Only one wave of chunks is in memory at a time.
    ///
    /// # Errors
    ///
    /// If threads cannot be started.
    pub fn run<T: Send>(
        &self,
        deals: u64,
        chunk: u64,
        work: impl Fn(Range<u64>) -> T + Sync,
        mut fold: impl FnMut(T) -> ControlFlow<()>,
    ) -> Result<RunStatus, LabError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads)
            .build()
            .map_err(|error| LabError::Threads(error.to_string()))?;
        let threads = pool.current_num_threads() as u64;
        let mut wave = threads;
        let (n_chunks, mut next) = (deals.div_ceil(chunk), 0);
        let range = |at: u64| at * chunk..((at + 1) * chunk).min(deals);
        while next < n_chunks {
            let began = Instant::now();
            let end = (next + wave).min(n_chunks);
            let parts: Vec<Mutex<Option<T>>> = (next..end).map(|_| Mutex::default()).collect();
            on_all_threads(&pool, parts.len(), &|at| {
                if !self.stop.load(Ordering::Relaxed)
                    && let Ok(mut part) = parts[at].lock()
                {
                    *part = Some(work(range(next + at as u64)));
                }
            });
            for part in parts {
                // A chunk that was skipped ends the run, even if later ones were done.
                let Ok(Some(part)) = part.into_inner() else {
                    return Ok(RunStatus { deals: range(next).start, partial: true });
                };
                let counted = range(next).end;
                next += 1;
                if fold(part).is_break() {
                    return Ok(RunStatus { deals: counted, partial: false });
                }
            }
            (self.progress)(range(next - 1).end);
            wave = match began.elapsed() {
                took if took < WAVE / 2 => (wave * 2).min(MAX_WAVE_CHUNKS),
                took if took > WAVE * 2 => (wave / 2).max(threads),
                _ => wave,
            };
        }
        Ok(RunStatus { deals, partial: false })
    }
}

/// Does `n` pieces of work. It is not generic, so that the code of rayon is compiled once and not for every kind of work.
fn on_all_threads(pool: &rayon::ThreadPool, n: usize, work: &(dyn Fn(usize) + Sync)) {
    pool.install(|| (0..n).into_par_iter().for_each(work));
}
