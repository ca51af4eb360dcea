//! Flat Monte Carlo: tries every option in the same sampled worlds and plays
//! each to its end, without a tree.

use eights::{Seat, sort_by};
use eights_kit::Simulator;

use super::{ActionStats, Budget};

/// Tries all options. Each sampled world serves all of them, so that the luck
/// of the deal cancels out (common random numbers).
pub(super) fn search<S: Simulator>(
    simulator: &mut S,
    me: Seat,
    budget: &mut Budget<'_>,
    options: &[S::Action],
    stats: &mut Vec<ActionStats<S::Action>>,
) {
    stats.extend(options.iter().map(|action| ActionStats { action: *action, visits: 0, wins: 0.0 }));
    while budget.spend(8) {
        let world = simulator.sample();
        for option in stats.iter_mut() {
            let mut world = world.clone();
            simulator.act(&mut world, me, option.action);
            let shares = simulator.play_out(&mut world);
            option.visits += 1;
            option.wins += shares[me.index()];
        }
    }
    for option in stats.iter_mut() {
        option.wins /= option.visits.max(1) as f32;
    }
    // All options have equal visits here. Subtracting the rank lets the
    // caller's sort, which looks at visits first, see the order by wins.
    sort_by(stats, |a, b| b.wins.total_cmp(&a.wins));
    for (rank, option) in stats.iter_mut().enumerate() {
        option.visits = option.visits.saturating_sub(rank as u32);
    }
}
