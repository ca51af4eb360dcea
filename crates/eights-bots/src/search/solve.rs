//! Solves positions in which nothing is hidden and nothing is left to chance.

use eights::{Dice, Seat, Silent};

use eights_kit::{BeliefModel, Shares};

use super::{ActionStats, rollout::shares, to_act};

/// A line of play longer than this is taken to be a cycle.
const MAX_DEPTH: u32 = 60;

/// Depth-first max^n search (Luckhart & Irani 1986), which with two players is
/// minimax, with immediate pruning: a seat that can win looks no further.
pub(super) struct Solver<'a, G: BeliefModel> {
    game: &'a G,
    /// For the heuristic policy and for `apply`; the outcome does not depend on it.
    dice: &'a mut Dice,
    positions_left: u32,
}

impl<'a, G: BeliefModel> Solver<'a, G> {
    pub(super) fn new(game: &'a G, dice: &'a mut Dice, positions: u32) -> Solver<'a, G> {
        Solver { game, dice, positions_left: positions }
    }

    /// The value of each option under perfect play; `None` if there are too
    /// many positions.
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
            // There are no visits here; the caller sorts by them, so they mirror the value.
            stats.push(ActionStats { action: *action, visits: (1_000.0 * wins) as u32, wins });
        }
        Some(stats)
    }

    /// The shares of the win under perfect play.
    fn value(&mut self, state: &G::State, depth: u32) -> Option<Shares> {
        self.positions_left = self.positions_left.checked_sub(1)?;
        let seat = match to_act(self.game, state) {
            Ok(seat) => seat,
            Err(outcome) => return Some(shares(&outcome)),
        };
        if depth > MAX_DEPTH {
            return None;
        }
        let mut options = Vec::new();
        self.game.legal(state, seat, &mut options);
        // Try the heuristic answer first: if it wins, the others are pruned.
        let preferred = self.game.heuristic(self.game.seat_view(state, seat), self.dice);
        if let Ok(at) = options.binary_search(&preferred) {
            options[..=at].rotate_right(1);
        }
        let mut best: Option<Shares> = None;
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
