//! Every answer tried in the same worlds, and played out from there.

use eights::Seat;

use super::{Found, Patience, worlds::Worlds};

/// Tries all options; the same world for each, so that luck cancels out.
pub(super) fn think<W: Worlds>(
    worlds: &mut W,
    me: Seat,
    patience: &mut Patience<'_>,
    options: &[W::Action],
    found: &mut Vec<Found<W::Action>>,
) {
    found.extend(options.iter().map(|action| Found { action: *action, visits: 0, wins: 0.0 }));
    while patience.goes_on(8) {
        let world = worlds.dream();
        for option in found.iter_mut() {
            let mut world = world.clone();
            worlds.act(&mut world, me, option.action);
            let shares = worlds.play_out(&mut world);
            option.visits += 1;
            option.wins += shares[me.index()];
        }
    }
    for option in found.iter_mut() {
        option.wins /= option.visits.max(1) as f32;
    }
    // Every option was tried as often: the one that won most goes first.
    found.sort_by(|a, b| b.wins.total_cmp(&a.wins));
    for (rank, option) in found.iter_mut().enumerate() {
        option.visits = option.visits.saturating_sub(rank as u32);
    }
}
