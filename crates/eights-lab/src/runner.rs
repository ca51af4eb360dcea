//! Work on all cores whose result does not depend on how many there are.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use rayon::prelude::*;

use crate::LabError;

/// Who does the work, and who may stop it.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    /// How many threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Set when somebody wants to stop: what is finished then counts.
    pub stop: &'a AtomicBool,
    /// Told now and then how many deals are done.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// How far the work came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunStatus {
    /// The deals that count, from the first on without a gap.
    pub deals: u64,
    /// Whether it was stopped from outside before its end.
    pub partial: bool,
}

/// A wave of work should take about so long.
const WAVE: Duration = Duration::from_millis(250);

impl Runner<'_> {
    /// Works through the deals in chunks of fixed size. Chunks run in any
    /// order on any thread, but are folded in their own, so that the same
    /// deals give the same sums to the last bit; `fold` may say that enough is
    /// known. Only one wave of chunks is held at a time.
    ///
    /// # Errors
    ///
    /// When the system gives no threads.
    pub fn work<T: Send>(
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
        let mut wave = pool.current_num_threads() as u64;
        let (n_chunks, mut next) = (deals.div_ceil(chunk), 0);
        let range = |at: u64| at * chunk..((at + 1) * chunk).min(deals);
        while next < n_chunks {
            let began = Instant::now();
            let end = (next + wave).min(n_chunks);
            let one = |at: u64| (!self.stop.load(Ordering::Relaxed)).then(|| work(range(at)));
            let done: Vec<Option<T>> = pool.install(|| (next..end).into_par_iter().map(one).collect());
            for part in done {
                let Some(part) = part else {
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
                took if took < WAVE / 2 => (wave * 2).min(4096),
                took if took > WAVE * 2 => (wave / 2).max(pool.current_num_threads() as u64),
                _ => wave,
            };
        }
        Ok(RunStatus { deals, partial: false })
    }
}
