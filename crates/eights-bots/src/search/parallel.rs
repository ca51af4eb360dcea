//! Root parallelization (Chaslot, Winands & van den Herik 2008): every thread
//! searches a tree of its own, and the statistics of the roots are added up.
//!
//! Each thread has dice derived from the first one's and a fixed part of the
//! games, so the result does not depend on scheduling.

use std::sync::atomic::{AtomicBool, Ordering};

use eights_kit::Simulator;

use super::{ActionStats, Budget, task::SearchTask, tree::Tree};

/// Where there is one thread. A constant, so that the compiler leaves out all code for several: 16 KB, uncompressed.
const IN_A_BROWSER: bool = cfg!(target_family = "wasm");

impl<A: Copy + Ord + Send + Sync> SearchTask<'_, A> {
    /// Searches on as many threads as configured and appends the summed statistics.
    pub(super) fn run<S: Simulator<Action = A>>(
        &self,
        simulator: &mut S,
        trees: &mut Vec<Tree<A>>,
        keep_going: &mut dyn FnMut() -> bool,
        stats: &mut Vec<ActionStats<A>>,
    ) {
        let n = if IN_A_BROWSER { 1 } else { u32::from(self.config.threads.max(1)) };
        trees.resize_with(n as usize, Tree::default);
        let (first, others) = trees.split_at_mut(1);
        let each = self.games.div_ceil(n);
        if IN_A_BROWSER || others.is_empty() {
            return first[0].search(simulator, self, &mut Budget::new(each, keep_going), stats);
        }
        // Only the calling thread may poll `keep_going`; it passes the result on.
        let time_is_up = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let runs: Vec<_> = others
                .iter_mut()
                .map(|tree| {
                    let (mut simulator, time_is_up) = (simulator.fork(), &time_is_up);
                    scope.spawn(move || {
                        let mut stats = Vec::new();
                        let mut keep_going = || !time_is_up.load(Ordering::Relaxed);
                        let mut budget = Budget::new(each, &mut keep_going);
                        tree.search(&mut simulator, self, &mut budget, &mut stats);
                        stats
                    })
                })
                .collect();
            let mut poll = || {
                let goes_on = keep_going();
                time_is_up.fetch_or(!goes_on, Ordering::Relaxed);
                goes_on
            };
            first[0].search(simulator, self, &mut Budget::new(each, &mut poll), stats);
            for run in runs {
                add(stats, &run.join().unwrap_or_default());
            }
        });
    }
}

/// Adds another thread's statistics of the same options.
fn add<A>(stats: &mut [ActionStats<A>], other: &[ActionStats<A>]) {
    for (mine, theirs) in stats.iter_mut().zip(other) {
        let visits = mine.visits + theirs.visits;
        let wins = mine.wins * mine.visits as f32 + theirs.wins * theirs.visits as f32;
        mine.visits = visits;
        mine.wins = wins / visits.max(1) as f32;
    }
}
