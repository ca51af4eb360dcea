//! Several who think side by side about one question: a tree for each, and
//! what they found is added up.
//!
//! Each has luck of its own that follows from the first one's, and a fixed
//! part of the imagined games: who is faster does not matter.

use std::sync::atomic::{AtomicBool, Ordering};

use eights::Seat;

use super::{Found, Patience, Plan, tree::Tree, worlds::Worlds};

/// What is to be thought about.
pub(super) struct Task<'a, A> {
    pub(super) plan: &'a Plan,
    pub(super) me: Seat,
    /// How many imagined games in all.
    pub(super) games: u32,
    pub(super) options: &'a [A],
}

impl<A: Copy + Ord + Send + Sync> Task<'_, A> {
    /// Thinks with as many as the plan says, and lists what was found.
    pub(super) fn share_out<W: Worlds<Action = A>>(
        &self,
        worlds: &mut W,
        trees: &mut Vec<Tree<A>>,
        go_on: &mut dyn FnMut() -> bool,
        found: &mut Vec<Found<A>>,
    ) {
        let n = if cfg!(target_arch = "wasm32") { 1 } else { u32::from(self.plan.threads.max(1)) };
        trees.resize_with(n as usize, Tree::default);
        let (first, others) = trees.split_at_mut(1);
        let each = self.games.div_ceil(n);
        if others.is_empty() {
            return first[0].think(worlds, self, &mut Patience::new(each, go_on), found);
        }
        let enough = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let runs: Vec<_> = others
                .iter_mut()
                .map(|tree| {
                    let (mut worlds, enough) = (worlds.fork(), &enough);
                    scope.spawn(move || {
                        let mut list = Vec::new();
                        let mut go_on = || !enough.load(Ordering::Relaxed);
                        tree.think(&mut worlds, self, &mut Patience::new(each, &mut go_on), &mut list);
                        list
                    })
                })
                .collect();
            let mut stops = || {
                let on = go_on();
                enough.fetch_or(!on, Ordering::Relaxed);
                on
            };
            first[0].think(worlds, self, &mut Patience::new(each, &mut stops), found);
            for run in runs {
                add(found, &run.join().unwrap_or_default());
            }
        });
    }
}

/// Adds what another one found about the same options.
fn add<A>(found: &mut [Found<A>], other: &[Found<A>]) {
    for (mine, theirs) in found.iter_mut().zip(other) {
        let visits = mine.visits + theirs.visits;
        let won = mine.wins * mine.visits as f32 + theirs.wins * theirs.visits as f32;
        mine.visits = visits;
        mine.wins = won / visits.max(1) as f32;
    }
}
