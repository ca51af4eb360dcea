//! An answer drawn by lot, without listing them all.

use eights::Seat;

use crate::{
    face::{Face, faces},
    play::{
        action::Action,
        state::{State, Step},
    },
    rules::Classic,
};

impl Classic {
    /// One of a seat's answers at random; none when it has none. What can be
    /// said with the same cards shares one lot, so that naming four suits does
    /// not make an eight four times as likely. `below(n)` is a random number
    /// under `n`.
    #[inline]
    pub fn any_answer(
        &self,
        state: &State,
        seat: Seat,
        below: &mut impl FnMut(u32) -> u32,
    ) -> Option<Action> {
        let asked = matches!(state.public.step, Step::Play | Step::Answer { .. });
        if !self.rules.simple || seat != state.public.turn || !asked {
            return self.any_listed(state, seat, below);
        }
        let offers = self.offers(state, seat);
        let cards = offers.plays.count_ones();
        let all = cards + u32::from(offers.draw) + u32::from(offers.pass);
        let lot = below(all);
        if lot >= cards {
            return match (offers.draw, offers.pass) {
                (true, _) if lot == cards => Some(Action::DRAW),
                (_, true) => Some(Action::PASS),
                _ => None,
            };
        }
        let face = nth(offers.plays, lot);
        if offers.plays & self.naming(state, seat) & face.bit() == 0 {
            return Some(Action::card(face));
        }
        Some(Action::card_naming(face, below(self.rules.suits.into()) as u8 & 3))
    }

    /// The same for any rules, any question and any seat.
    #[cold]
    fn any_listed(&self, state: &State, seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Option<Action> {
        let mut options = Vec::new();
        self.list(state, seat, &mut options);
        // Sayings of the same cards stand in a row.
        let dealer = options.chunk_by(|one, other| one.same_cards(*other));
        let lot = below(dealer.clone().count() as u32) as usize;
        let sayings = dealer.into_iter().nth(lot)?;
        sayings.get(below(sayings.len() as u32) as usize).copied()
    }
}

/// The face with so many lower ones in a set.
#[inline]
fn nth(mut set: u64, n: u32) -> Face {
    for _ in 0..n {
        set &= set - 1;
    }
    faces(set).next().unwrap_or(Face::new(0))
}
