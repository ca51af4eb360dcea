//! Single answers on the fast path, for descending a search tree.

use eights::Seat;

use super::{BitHand, FastRng, Shares};
use crate::{
    face::Printed::French,
    play::{action::Action, legal::Offers},
    sheet::{AfterDraw, Drawing, Duty},
};

impl BitHand<'_> {
    /// The faces in a seat's hand, as bits.
    pub fn hand(&self, seat: Seat) -> u64 {
        self.hands[seat.index()]
    }

    /// The number of cards that can be drawn without a reshuffle.
    pub fn n_stock(&self) -> usize {
        self.n_stock
    }

    /// The seat that must answer.
    ///
    /// # Errors
    ///
    /// The shares of the win, if the hand is over.
    #[inline]
    pub fn asked(&self) -> Result<Seat, Shares> {
        match self.over {
            None => Ok(Seat::new(self.turn)),
            Some(shares) => Err(shares),
        }
    }

    /// The legal moves; mirrors `Classic::offers`.
    #[inline]
    fn offers(&self) -> Offers {
        let choices = &self.game.rules.choices;
        let plays = self.plays();
        if self.owed > 0 {
            return Offers { plays, draw: true, pass: false };
        }
        let able = plays != 0;
        let satisfied = self.drawn > 0
            && able
            && (choices.draw == Drawing::UntilPlayable || choices.after_draw == AfterDraw::MustPlayDrawn);
        let willing = choices.duty != Duty::Must || !able;
        let draw = willing && !satisfied && self.may_draw();
        let kept = self.drawn > 0 && choices.after_draw == AfterDraw::MayPlayDrawn;
        let forced = self.drawn > 0 && choices.after_draw == AfterDraw::MustPlayDrawn;
        let pass = !draw && (!able || kept || (choices.duty == Duty::MayDraw && !forced));
        Offers { plays, draw, pass }
    }

    /// Appends every legal answer, sorted.
    #[inline]
    pub fn list(&self, out: &mut Vec<Action>) {
        let offers = self.offers();
        let naming = if self.held[self.turn] > 1 { self.game.rules.wild } else { 0 };
        for face in French.faces(offers.plays) {
            if naming & face.bit() == 0 {
                out.push(Action::card(face));
            } else {
                out.extend((0..self.game.rules.suits).map(|suit| Action::card_naming(face, suit)));
            }
        }
        if offers.draw {
            out.push(Action::DRAW);
        }
        if offers.pass {
            out.push(Action::PASS);
        }
    }

    /// Applies one of the listed answers.
    #[inline]
    pub fn act(&mut self, action: Action, rng: &mut FastRng) {
        let next = match action.as_card() {
            Some((face, name)) => self.lay(face, name.as_suit(), rng),
            None if self.owed > 0 => self.pay(rng),
            None if action == Action::DRAW => self.draw(rng),
            None => self.pass(),
        };
        self.over = self.go_on(next);
    }

    /// The answer of the heuristic policy.
    #[inline]
    pub fn heuristic(&self) -> Action {
        let plays = self.plays();
        let plain = plays & !self.game.rules.wild;
        if plain != 0 {
            let sheds = self.kinds[self.turn].sheds();
            return Action::card(if sheds { self.longest(plain) } else { self.best(plain) });
        }
        if plays != 0 {
            let face = French.at(plays.trailing_zeros() as u8);
            let alone = self.held[self.turn] == 1;
            return if alone { Action::card(face) } else { Action::card_naming(face, self.suit_choice()) };
        }
        if self.owed > 0 || self.may_draw() { Action::DRAW } else { Action::PASS }
    }

    /// Whether the answer of the seat to act follows from a policy that it is known to follow.
    #[inline]
    pub fn follows_policy(&self) -> bool {
        self.kinds[self.turn].is_exact()
    }

    /// Hash of a seat's private information: with equal hashes, the seat has the same options.
    #[inline]
    pub fn secret(&self, seat: Seat) -> u64 {
        let fresh = if self.turn == seat.index() { self.fresh } else { 0 };
        self.hands[seat.index()] ^ fresh.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Plays the hand to its end with the heuristic policy (a rollout).
    #[inline]
    pub fn finish(&mut self, rng: &mut FastRng) -> Shares {
        match self.over {
            Some(shares) => shares,
            None => self.play_out(rng).unwrap_or_else(|| self.blocked()),
        }
    }
}
