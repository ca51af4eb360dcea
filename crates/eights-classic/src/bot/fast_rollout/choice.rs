//! The cards and suits that each kind of player chooses on the fast path.

use super::{BitHand, FastRng, Kind};
use crate::{
    bot::heuristic::{NEAR, best_of_one_pack},
    face::{Face, Printed::French},
};

impl BitHand<'_> {
    /// The card that a player of this kind lays.
    #[inline]
    pub(super) fn choice(&self, plays: u64, dice: &mut FastRng) -> Face {
        match self.kinds[self.turn] {
            _ if plays & (plays - 1) == 0 => French.at(plays.trailing_zeros() as u8),
            Kind::Thinker | Kind::Heuristic => self.best(plays),
            Kind::Shedder | Kind::Greedy => self.longest(plays),
            Kind::Anybody => {
                let nth = dice.below(plays.count_ones()) as usize;
                French.faces(plays).nth(nth).unwrap_or(French.at(0))
            }
        }
    }

    /// The suit that a player of this kind names.
    #[inline]
    pub(super) fn suit_choice(&self) -> u8 {
        if !self.kinds[self.turn].sheds() {
            return self.best_suit();
        }
        let held = self.suits_held();
        let suits = 1..self.game.rules.suits as usize;
        suits.fold(0, |best, suit| if held[suit & 3] > held[best & 3] { suit } else { best }) as u8
    }

    /// A card of the longest suit in the hand.
    pub(super) fn longest(&self, plays: u64) -> Face {
        let held = self.suits_held();
        let mut best = (French.at(0), 0);
        for face in French.faces(plays) {
            let n = held[face.suit() as usize];
            if n > best.1 {
                best = (face, n);
            }
        }
        best.0
    }

    /// The number of cards of each suit in the hand, without wild ones.
    fn suits_held(&self) -> [i32; 4] {
        let hand = self.hands[self.turn] & !self.game.rules.wild;
        std::array::from_fn(|suit| count(hand & French.of_suit(suit as u8)))
    }

    /// The card that the heuristic policy lays; see `heuristic::Table::worth`.
    #[inline]
    pub(super) fn best(&self, plays: u64) -> Face {
        let hand = self.hands[self.turn];
        best_of_one_pack(self.game, hand, self.pack & !self.gone & !hand, plays, || self.somebody_is_near())
    }

    /// Whether somebody other than the seat to act is nearly out.
    fn somebody_is_near(&self) -> bool {
        let held = self.held[..self.seats].iter().enumerate();
        held.filter(|(seat, _)| *seat != self.turn).any(|(_, n)| usize::from(*n) <= NEAR)
    }

    /// The suit that the heuristic policy names; see `heuristic::Table::best_suit`.
    fn best_suit(&self) -> u8 {
        let hand = self.hands[self.turn] & !self.game.rules.wild;
        let unseen = self.pack & !self.gone & !self.hands[self.turn];
        let score = |suit: u8| 8 * count(hand & French.of_suit(suit)) - count(unseen & French.of_suit(suit));
        (1..self.game.rules.suits).fold(0, |best, suit| if score(suit) > score(best) { suit } else { best })
    }
}

#[inline]
fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}
