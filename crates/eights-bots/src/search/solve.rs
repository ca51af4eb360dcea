//! Exact play when nothing is hidden and nothing is left to luck.

use eights::{Dice, MAX_SEATS, Seat, Silent};

use super::{ActionStats, rollout::shares, to_act};
use crate::policy::BeliefModel;

/// Looks at every line of play of two players who know all cards.
pub(super) struct Solver<'a, G: BeliefModel> {
    game: &'a G,
    dice: &'a mut Dice,
    /// How many positions may still be looked at.
    left: u32,
}

impl<'a, G: BeliefModel> Solver<'a, G> {
    pub(super) fn new(game: &'a G, dice: &'a mut Dice, positions: u32) -> Solver<'a, G> {
        Solver { game, dice, left: positions }
    }

    /// What each option leads to if both play as well as can be, with the
    /// winning ones first; nothing when there are too many lines of play.
    pub(super) fn solve(
        &mut self,
        state: &G::State,
        me: Seat,
        options: &[G::Action],
    ) -> Option<Vec<ActionStats<G::Action>>> {
        let mut stats = Vec::new();
        for action in options {
            let mut next = state.clone();
            self.game.apply(&mut next, me, *action, self.dice, &mut Silent).ok()?;
            let wins = self.value(&next, 0)?[me.index()];
            stats.push(ActionStats { action: *action, visits: (1_000.0 * wins) as u32, wins });
        }
        Some(stats)
    }

    /// The shares of the win that best play leads to.
    fn value(&mut self, state: &G::State, depth: u32) -> Option<[f32; MAX_SEATS]> {
        const MAX_DEPTH: u32 = 60;
        self.left = self.left.checked_sub(1)?;
        let seat = match to_act(self.game, state) {
            Ok(seat) => seat,
            Err(outcome) => return Some(shares(&outcome)),
        };
        if depth > MAX_DEPTH {
            return None;
        }
        let mut options = Vec::new();
        self.game.legal(state, seat, &mut options);
        // What instinct says is often the best: a win that is found first saves the rest.
        let prior = self.game.heuristic(self.game.seat_view(state, seat), self.dice);
        if let Ok(at) = options.binary_search(&prior) {
            options[..=at].rotate_right(1);
        }
        let mut best: Option<[f32; MAX_SEATS]> = None;
        for action in options {
            let mut next = state.clone();
            self.game.apply(&mut next, seat, action, self.dice, &mut Silent).ok()?;
            let value = self.value(&next, depth + 1)?;
            if best.is_none_or(|best| value[seat.index()] > best[seat.index()]) {
                best = Some(value);
            }
            if value[seat.index()] >= 1.0 {
                break;
            }
        }
        best
    }
}
