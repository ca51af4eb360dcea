//! Several who think side by side about one question: a tree for each, and
//! what they found is added up.
//!
//! Each has luck of its own that follows from the first one's, and a fixed
//! part of the imagined games: who is faster does not matter.

use std::sync::atomic::{AtomicBool, Ordering};

use eights::Seat;

use super::{ActionStats, Budget, SearchConfig, simulator::Simulator, tree::Tree};

/// What is to be thought about.
pub(super) struct SearchTask<'a, A> {
    pub(super) config: &'a SearchConfig,
    pub(super) me: Seat,
    /// How many imagined games in all.
    pub(super) games: u32,
    pub(super) options: &'a [A],
}

impl<A: Copy + Ord + Send + Sync> SearchTask<'_, A> {
    /// Thinks with as many as the plan says, and lists what was found.
    pub(super) fn run<W: Simulator<Action = A>>(
        &self,
        worlds: &mut W,
        trees: &mut Vec<Tree<A>>,
        keep_going: &mut dyn FnMut() -> bool,
        stats: &mut Vec<ActionStats<A>>,
    ) {
        let n = if cfg!(target_arch = "wasm32") { 1 } else { u32::from(self.config.threads.max(1)) };
        trees.resize_with(n as usize, Tree::default);
        let (first, others) = trees.split_at_mut(1);
        let each = self.games.div_ceil(n);
        if others.is_empty() {
            return first[0].think(worlds, self, &mut Budget::new(each, keep_going), stats);
        }
        let enough = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let runs: Vec<_> = others
                .iter_mut()
                .map(|tree| {
                    let (mut worlds, enough) = (worlds.fork(), &enough);
                    scope.spawn(move || {
                        let mut list = Vec::new();
                        let mut keep_going = || !enough.load(Ordering::Relaxed);
                        tree.think(&mut worlds, self, &mut Budget::new(each, &mut keep_going), &mut list);
                        list
                    })
                })
                .collect();
            let mut stops = || {
                let on = keep_going();
                enough.fetch_or(!on, Ordering::Relaxed);
                on
            };
            first[0].think(worlds, self, &mut Budget::new(each, &mut stops), stats);
            for run in runs {
                add(stats, &run.join().unwrap_or_default());
            }
        });
    }
}

/// Adds what another one found about the same options.
fn add<A>(stats: &mut [ActionStats<A>], other: &[ActionStats<A>]) {
    for (mine, theirs) in stats.iter_mut().zip(other) {
        let visits = mine.visits + theirs.visits;
        let won = mine.wins * mine.visits as f32 + theirs.wins * theirs.visits as f32;
        mine.visits = visits;
        mine.wins = won / visits.max(1) as f32;
    }
}
