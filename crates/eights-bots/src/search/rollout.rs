//! Plays a sampled state to its end.

use eights::{Dice, MAX_SEATS, Outcome, Seat, Silent};

use eights_kit::{BeliefModel, Shares};

use crate::bot::FOR_MEASURING;

use super::{SearchConfig, to_act};

/// How games are played beyond the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutPolicy {
    /// Every seat plays the game's heuristic policy.
    Heuristic,
    /// Every seat plays uniformly at random.
    Random,
}

/// Plays rollouts with a reused buffer.
pub(super) struct RolloutPlayer<G: BeliefModel> {
    policy: RolloutPolicy,
    fast: bool,
    /// After how many answers to ask the game's network, if at all.
    value_after: Option<u32>,
    options: Vec<G::Action>,
}

impl<G: BeliefModel> RolloutPlayer<G> {
    pub(super) fn new(config: &SearchConfig) -> RolloutPlayer<G> {
        RolloutPlayer {
            policy: config.rollout,
            fast: config.fast && config.rollout == RolloutPolicy::Heuristic,
            value_after: config.value_after,
            options: Vec::new(),
        }
    }

    /// Another player of the same kind.
    pub(super) fn fork(&self) -> RolloutPlayer<G> {
        RolloutPlayer { options: Vec::new(), ..*self }
    }

    /// Plays to the end, until the network values the position, or to the game's rollout limit, and returns each
    /// seat's share.
    pub(super) fn play_out(&mut self, game: &G, state: &mut G::State, dice: &mut Dice) -> Shares {
        if self.fast
            && let Some(shares) = game.fast_rollout(state, dice)
        {
            return shares;
        }
        for answers in 0..G::ROLLOUT_LIMIT {
            let seat = match to_act(game, state) {
                Ok(seat) => seat,
                Err(outcome) => return shares(&outcome),
            };
            if self.value_after == Some(answers)
                && let Some(shares) = game.value(state)
            {
                return shares;
            }
            let Some(action) = self.answer(game, state, seat, dice) else { break };
            if game.apply(state, seat, action, dice, &mut Silent).is_err() {
                debug_assert!(false, "policies give legal answers");
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
        if self.policy == RolloutPolicy::Heuristic || !FOR_MEASURING {
            return Some(game.heuristic(game.seat_view(state, seat), dice));
        }
        self.options.clear();
        game.legal(state, seat, &mut self.options);
        dice.pick(&self.options).copied()
    }
}

/// Splits the win among the winners, or among everybody in a draw.
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
