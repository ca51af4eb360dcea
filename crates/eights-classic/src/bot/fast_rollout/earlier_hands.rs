//! What a finished hand says about how each player plays.
//!
//! One hand is too short to tell a player who follows a policy from one who thinks, and expecting
//! a policy of somebody who thinks loses games (docs/bots.md). So the kind of every player is carried
//! from hand to hand: when a hand is over and its last cards are shown, each kind's probability is
//! multiplied by the likelihood of what the player did (Bayes' theorem). When a player drew which of
//! these cards is not known, so that is the mean over orders that agree with what the player lacked.

use super::{
    FastRng,
    player_model::{Deed, FIRST_HAND, KINDS, KindWeights},
};
use crate::{bot::belief::pick, face::Printed::French, rules::Classic};

/// The probability of each kind before anybody was seen to play. Few people follow a policy exactly, but all bots of
/// level `normal` do.
const AT_FIRST: KindWeights = [0.36, 0.36, 0.18, 0.05, 0.05];

/// No kind becomes less likely than this: a player may change their mind, or another one may take the seat.
const LEAST: f32 = 0.002;

/// How many orders of a player's last cards are sampled, once per hand.
const ORDERS: u32 = 64;

/// What one player did in a hand that is over.
pub(crate) struct FinishedHand<'a> {
    /// For every card that the player still held, the faces that it probably was not; the oldest card comes first.
    pub(crate) lacks: &'a [u64],
    /// These cards, as they were shown in the end.
    pub(crate) left: u64,
    pub(crate) deeds: &'a [Deed],
    pub(crate) pack: u64,
}

impl FinishedHand<'_> {
    /// The probabilities of the kinds of player, after those before this hand.
    pub(crate) fn judge(&self, game: &Classic, before: Option<KindWeights>) -> Option<KindWeights> {
        if self.deeds.is_empty() || self.left.count_ones() as usize != self.lacks.len() {
            return before;
        }
        // The same hand always leads to the same judgement.
        let mut rng = FastRng::from_word(self.left);
        let mut likely = [0.0; KINDS];
        for _ in 0..ORDERS {
            let once = self.likely_in_some_order(game, &mut rng);
            (0..KINDS).for_each(|kind| likely[kind] += once[kind]);
        }
        let before = before.unwrap_or(AT_FIRST);
        let after: KindWeights = std::array::from_fn(|kind| before[kind] * likely[kind]);
        let sum: f32 = after.iter().sum();
        Some(after.map(|weight| (weight / sum).max(LEAST)))
    }

    /// The likelihood of all plays for each kind, if the last cards were drawn in a random order.
    fn likely_in_some_order(&self, game: &Classic, rng: &mut FastRng) -> KindWeights {
        let mut pool = [0u8; 64];
        for (slot, face) in pool.iter_mut().zip(French.faces(self.left)) {
            *slot = face.index() as u8;
        }
        // The hand with its first card, with its first two and so on.
        let mut upto = [0u64; 65];
        for (slot, lacks) in self.lacks.iter().enumerate() {
            let n = self.lacks.len() - slot;
            let at = pick(n, |at| 1 << pool[at & 63], *lacks, 0, |n| rng.below(n));
            upto[slot + 1] = upto[slot] | 1 << pool[at & 63];
            pool[at & 63] = pool[(n - 1) & 63];
        }
        let mut likely = [1.0; KINDS];
        for deed in self.deeds {
            let hand = upto[deed.slots.min(self.lacks.len())] | deed.later;
            let each = deed.likely(game, hand, self.pack, true);
            (0..KINDS).for_each(|kind| likely[kind] *= each[kind]);
        }
        likely
    }
}

/// What is known about a player whose earlier hands were judged, or of whom none was.
pub(super) fn weights(judged: Option<KindWeights>) -> KindWeights {
    judged.unwrap_or(FIRST_HAND)
}

#[cfg(test)]
mod tests {
    use eights::{Dice, Game, Opening, Seat, Seed, Turn, Viewer};
    use eights_config::Document;

    use super::*;
    use crate::{bot::memory::Memory, play::action::Action, shipped::SHIPPED};

    const ME: Seat = Seat::A;
    const OTHER: Seat = Seat::new(1);

    /// How likely the other player is of each kind after this many hands.
    fn known_after(
        hands: u64,
        rules: &str,
        plays: impl Fn(&Classic, &crate::State, &mut Dice) -> Action,
    ) -> KindWeights {
        let (_, text) = SHIPPED.iter().find(|(name, _)| *name == rules).unwrap();
        let game = Classic::read(&Document::toml(rules, text).unwrap()).unwrap();
        let mut memory = Memory::default();
        // The last hand is judged when the next one is dealt.
        for number in 0..=hands {
            let seed = Seed::from_number(number);
            let mut policy_dice = Dice::at(&seed, u64::MAX);
            let mut log = Vec::new();
            let mut state = game.deal(&Opening::first(2, ME), &mut Dice::at(&seed, 0), &mut log);
            for step in 1.. {
                for event in log.drain(..) {
                    game.remember(&mut memory, ME, &game.witness(&event, Viewer::Seat(ME)));
                }
                let Turn::Act(seat) = game.turn(&state) else { break };
                let action = match seat {
                    ME => game.heuristic(game.seat_view(&state, ME), &mut policy_dice),
                    _ => plays(&game, &state, &mut policy_dice),
                };
                game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log).unwrap();
            }
        }
        let kinds = memory.kinds[OTHER.index()].expect("hands were judged");
        kinds.map(|weight| weight / kinds.iter().sum::<f32>())
    }

    #[test]
    fn a_policy_is_recognized_after_some_hands() {
        for rules in ["openspiel", "basic", "action"] {
            let greedy =
                known_after(6, rules, |game, state, dice| game.greedy(game.seat_view(state, OTHER), dice));
            assert!(greedy[3] > 0.9, "{rules}: {greedy:?}");
            let heuristic =
                known_after(6, rules, |game, state, dice| game.heuristic(game.seat_view(state, OTHER), dice));
            assert!(heuristic[4] > 0.9, "{rules}: {heuristic:?}");
        }
    }

    #[test]
    fn nobody_else_is_taken_for_one_who_follows_a_policy() {
        for rules in ["openspiel", "basic", "action"] {
            let slips = known_after(6, rules, |game, state, dice| {
                game.random_slip(game.seat_view(state, OTHER), dice)
            });
            assert!(slips[3] + slips[4] < 0.05, "{rules}: {slips:?}");
        }
    }
}
