//! Which answers are worth a closer look: all are tried in the same worlds,
//! the worse half is dropped, the rest is looked at twice as closely, and so on.
//!
//! The same world and the same luck for each answer: what differs then is the
//! answer and not the deal. (Sequential halving with common random numbers.)

use super::{Budget, parallel::SearchTask, simulator::Simulator, tree::Tree};

/// With a budget of time, how many imagined games the first contest has; each further one twice as many.
const FIRST_PASS_GAMES: u32 = 1_000;

/// In fewer worlds than this in every round an answer is not tried well enough
/// to be dropped: what instinct says is then the better guide.
const MIN_WORLDS_EACH: u32 = 50;

/// Whether so many imagined games are enough for a contest among so many options.
pub(super) fn is_worthwhile(games: u32, options: usize) -> bool {
    games / rounds(options) / options.max(1) as u32 >= MIN_WORLDS_EACH
}

/// How often the worse half is dropped until one or two are left.
fn rounds(options: usize) -> u32 {
    options.next_power_of_two().ilog2().max(1)
}

impl<A: Copy + Ord> Tree<A> {
    /// Contests among all options, one if the games are counted.
    pub(super) fn halve<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        task: &SearchTask<'_, A>,
        budget: &mut Budget<'_>,
    ) {
        self.lay_out(task.me, task.options);
        let counted = budget.games();
        let mut games = counted.unwrap_or(FIRST_PASS_GAMES);
        while self.halving_pass(worlds, task, budget, games) && counted.is_none() {
            games = games.saturating_mul(2);
        }
    }

    /// One contest among all options; false when there was no time to end it.
    fn halving_pass<W: Simulator<Action = A>>(
        &mut self,
        worlds: &mut W,
        task: &SearchTask<'_, A>,
        budget: &mut Budget<'_>,
        games: u32,
    ) -> bool {
        let mut standing: Vec<u32> = (0..task.options.len() as u32).collect();
        let rounds = rounds(standing.len());
        loop {
            let worlds_each = (games / rounds / standing.len() as u32).max(1);
            for _ in 0..worlds_each {
                let world = worlds.sample();
                worlds.mark();
                for edge in &standing {
                    if !budget.spend(32) {
                        return false;
                    }
                    worlds.again();
                    self.go_through(worlds, &mut world.clone(), task, Some(*edge));
                }
            }
            if standing.len() <= 2 {
                return true;
            }
            standing.sort_by(|a, b| self.score(*b).0.total_cmp(&self.score(*a).0));
            standing.truncate(standing.len().div_ceil(2));
        }
    }
}
