//! Exact play when nothing is hidden and nothing is left to luck.

use eights::{Dice, MAX_SEATS, Seat, Silent};

use super::{Found, asked, rollout::shares};
use crate::instinct::Believe;

/// Looks at every line of play of two players who know all cards.
pub(super) struct Solver<'a, G: Believe> {
    game: &'a G,
    dice: &'a mut Dice,
    /// How many positions may still be looked at.
    left: u32,
}

impl<'a, G: Believe> Solver<'a, G> {
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
    ) -> Option<Vec<Found<G::Action>>> {
        let mut found = Vec::new();
        for action in options {
            let mut next = state.clone();
            self.game.apply(&mut next, me, *action, self.dice, &mut Silent).ok()?;
            let wins = self.value(&next, 0)?[me.index()];
            found.push(Found { action: *action, visits: (1_000.0 * wins) as u32, wins });
        }
        Some(found)
    }

    /// The shares of the win that best play leads to.
    fn value(&mut self, state: &G::State, depth: u32) -> Option<[f32; MAX_SEATS]> {
        const DEEPEST: u32 = 60;
        self.left = self.left.checked_sub(1)?;
        let seat = match asked(self.game, state) {
            Ok(seat) => seat,
            Err(outcome) => return Some(shares(&outcome)),
        };
        if depth > DEEPEST {
            return None;
        }
        let mut options = Vec::new();
        self.game.legal(state, seat, &mut options);
        // What instinct says is often the best: a win that is found first saves the rest.
        let gut = self.game.instinct(self.game.glance(state, seat), self.dice);
        if let Ok(at) = options.binary_search(&gut) {
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
