//! Playing an imagined game to its end.

use eights::{Dice, MAX_SEATS, Outcome, Seat, Silent};

use super::{Shares, to_act};
use crate::policy::BeliefModel;

/// How imagined games are played to their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutPolicy {
    /// Everybody plays by instinct.
    Heuristic,
    /// Everybody plays anything that is allowed.
    Random,
}

/// Plays imagined games; what it needs for that is kept between them.
pub(super) struct RolloutPlayer<G: BeliefModel> {
    pub(super) rollout: RolloutPolicy,
    options: Vec<G::Action>,
}

impl<G: BeliefModel> RolloutPlayer<G> {
    pub(super) fn new(rollout: RolloutPolicy) -> RolloutPlayer<G> {
        RolloutPlayer { rollout, options: Vec::new() }
    }

    /// Plays on to the end and says who got how much of the win.
    pub(super) fn play_out(&mut self, game: &G, state: &mut G::State, dice: &mut Dice) -> Shares {
        if self.rollout == RolloutPolicy::Heuristic
            && let Some(shares) = game.fast_rollout(state, dice)
        {
            return shares;
        }
        for _ in 0..G::ROLLOUT_LIMIT {
            let seat = match to_act(game, state) {
                Ok(seat) => seat,
                Err(outcome) => return shares(&outcome),
            };
            let Some(action) = self.answer(game, state, seat, dice) else { break };
            if game.apply(state, seat, action, dice, &mut Silent).is_err() {
                debug_assert!(false, "instinct gives legal answers");
                break;
            }
        }
        let mut shares = [0.0; MAX_SEATS];
        for (index, share) in shares.iter_mut().enumerate() {
            *share = game.evaluate(state, Seat::new(index));
        }
        shares
    }

    fn answer(&mut self, game: &G, state: &G::State, seat: Seat, dice: &mut Dice) -> Option<G::Action> {
        if self.rollout == RolloutPolicy::Heuristic {
            return Some(game.heuristic(game.seat_view(state, seat), dice));
        }
        self.options.clear();
        game.legal(state, seat, &mut self.options);
        dice.pick(&self.options).copied()
    }
}

/// Who got how much of the win; in a draw everybody gets the same.
pub(super) fn shares(outcome: &Outcome) -> Shares {
    let mut shares = [0.0; MAX_SEATS];
    let n = outcome.points.n_seats();
    let winners = outcome.winners.len();
    for seat in Seat::first(n) {
        shares[seat.index()] = match winners {
            0 => 1.0 / f32::from(n),
            _ if outcome.winners.has(seat) => 1.0 / winners as f32,
            _ => 0.0,
        };
    }
    shares
}
