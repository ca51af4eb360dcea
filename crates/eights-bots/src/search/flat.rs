//! Every answer tried in the same worlds, and played out from there.

use eights::Seat;

use super::{ActionStats, Budget, simulator::Simulator};

/// Tries all options; the same world for each, so that luck cancels out.
pub(super) fn think<W: Simulator>(
    worlds: &mut W,
    me: Seat,
    budget: &mut Budget<'_>,
    options: &[W::Action],
    stats: &mut Vec<ActionStats<W::Action>>,
) {
    stats.extend(options.iter().map(|action| ActionStats { action: *action, visits: 0, wins: 0.0 }));
    while budget.spend(8) {
        let world = worlds.sample();
        for option in stats.iter_mut() {
            let mut world = world.clone();
            worlds.act(&mut world, me, option.action);
            let shares = worlds.play_out(&mut world);
            option.visits += 1;
            option.wins += shares[me.index()];
        }
    }
    for option in stats.iter_mut() {
        option.wins /= option.visits.max(1) as f32;
    }
    // Every option was tried as often: the one that won most goes first.
    stats.sort_by(|a, b| b.wins.total_cmp(&a.wins));
    for (rank, option) in stats.iter_mut().enumerate() {
        option.visits = option.visits.saturating_sub(rank as u32);
    }
}
