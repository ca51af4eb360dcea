//! Every answer tried in the same worlds, and played out from there.

use eights::Silent;

use super::{Found, Plan, dream_dice, rollout::Player};
use crate::{ask::Ask, instinct::Believe};

/// Tries all options; the same world for each, so that luck cancels out.
pub(super) fn think<G: Believe>(
    game: &G,
    belief: &G::Belief,
    plan: &Plan,
    player: &mut Player,
    ask: &mut Ask<'_, G>,
    options: &[G::Action],
    found: &mut Vec<Found<G::Action>>,
) {
    let seat = ask.seat();
    let mut dice = dream_dice(ask.dice());
    let mut list = Vec::new();
    found.extend(options.iter().map(|action| Found { action: *action, visits: 0, wins: 0.0 }));
    let most = if ask.is_timed() { u32::MAX } else { plan.iterations };
    for round in 0..most {
        if round % 8 == 7 && !ask.go_on() {
            break;
        }
        let world = game.dream(belief, &mut dice);
        for option in found.iter_mut() {
            let mut state = world.clone();
            if game.apply(&mut state, seat, option.action, &mut dice, &mut Silent).is_err() {
                continue;
            }
            let shares = player.play_out(game, &mut state, &mut list, &mut dice);
            option.visits += 1;
            option.wins += shares[seat.index()];
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
