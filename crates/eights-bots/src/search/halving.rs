//! Sequential halving at the root (Karnin, Koren & Somekh 2013): all options
//! are tried equally often, the worse half is dropped, and the budget of the
//! next round is shared by the rest.
//!
//! Every option is tried in the same sampled worlds with the same dice (common
//! random numbers), so that what differs is the option and not the deal.

use eights::sort_by;
use eights_kit::Simulator;

use super::{
    Budget,
    task::{SearchTask, halving_rounds},
    tree::Tree,
};

/// With a time limit, the games of the first pass; each further pass doubles them.
const FIRST_PASS_GAMES: u32 = 1_000;

impl<A: Copy + Ord> Tree<A> {
    /// Searches by sequential halving: one pass with a count of games,
    /// ever larger ones until time is up with a time limit.
    pub(super) fn halve<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        task: &SearchTask<'_, A>,
        budget: &mut Budget<'_>,
    ) {
        self.expand_root(task);
        let counted = budget.games();
        let mut games = counted.unwrap_or(FIRST_PASS_GAMES);
        while self.halving_pass(simulator, task, budget, games) && counted.is_none() {
            games = games.saturating_mul(2);
        }
    }

    /// Halves from all options down to one or two; false if the budget ran out.
    fn halving_pass<S: Simulator<Action = A>>(
        &mut self,
        simulator: &mut S,
        task: &SearchTask<'_, A>,
        budget: &mut Budget<'_>,
        games: u32,
    ) -> bool {
        // The root's edges are numbered like the options, see `expand_root`.
        let mut remaining: Vec<u32> = (0..task.options.len() as u32).collect();
        let rounds = halving_rounds(remaining.len());
        loop {
            let worlds_each = (games / rounds / remaining.len() as u32).max(1);
            for _ in 0..worlds_each {
                let world = simulator.sample();
                simulator.save_dice();
                for edge in &remaining {
                    if !budget.spend(32) {
                        return false;
                    }
                    simulator.restore_dice();
                    self.iterate(simulator, &mut world.clone(), task, Some(*edge));
                }
            }
            if remaining.len() <= 2 {
                return true;
            }
            sort_by(&mut remaining, |a, b| self.mean(*b).total_cmp(&self.mean(*a)));
            remaining.truncate(remaining.len().div_ceil(2));
        }
    }
}
