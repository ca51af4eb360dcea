//! An answer drawn by lot, without listing them all.

use eights::Seat;

use crate::{
    face::{Face, Printed},
    play::{
        action::{Action, Answer},
        state::{State, Step},
    },
    rules::Classic,
    sheet::{MultiMatch, Shape},
};

impl Classic {
    /// One of a seat's answers at random; `None` if it has none. All answers that lay the same
    /// cards share one lot, so that naming four suits does not make an eight four times as
    /// likely. `below(n)` returns a random number below `n`.
    #[inline]
    pub fn any_answer(
        &self,
        state: &State,
        seat: Seat,
        below: &mut impl FnMut(u32) -> u32,
    ) -> Option<Action> {
        let asked = matches!(state.public.step, Step::Play | Step::Answer { .. });
        if !self.rules.simple || seat != state.public.turn || !asked {
            return match self.stacks(state, seat) {
                Some(stacks) => self.any_stack(state, seat, &stacks, below),
                None => self.any_listed(state, seat, below),
            };
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
        let face = nth(state.printed, offers.plays, lot);
        if offers.plays & self.naming(state, seat) & face.bit() == 0 {
            return Some(Action::card(face));
        }
        Some(Action::card_naming(face, below(self.rules.suits.into()) as u8 & 3))
    }

    /// Draws an answer from a list of all of them. Works for all rules, questions and seats.
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

    /// For each face, how many stacks with it on top a seat can lay, where several cards of one rank may
    /// be laid. `None` elsewhere, and if all cards are of one rank: whether they may go at once takes
    /// a closer look.
    #[inline]
    fn stacks(&self, state: &State, seat: Seat) -> Option<[u32; 64]> {
        let same_rank = self.rules.choices.shape == Shape::SameRank;
        if !same_rank || seat != state.public.turn || !self.may_lay_several(state) {
            return None;
        }
        let hand = state.faces(seat);
        let first = state.printed.faces(hand).next()?;
        if hand & !first.rank_mates() == 0 {
            return None;
        }
        let plays = self.offers(state, seat).plays;
        let mut stacks = [0; 64];
        for joker in state.printed.faces(plays).filter(|face| face.is_joker()) {
            stacks[joker.index()] = 1;
        }
        for rank in (0..13).filter(|rank| plays & state.printed.of_rank(*rank) != 0) {
            self.count_stacks(state, seat, plays, rank, &mut stacks);
        }
        Some(stacks)
    }

    fn count_stacks(&self, state: &State, seat: Seat, plays: u64, rank: u8, stacks: &mut [u32; 64]) {
        let mut copies = [0; 4];
        for suit in 0..4 {
            copies[suit as usize] = u32::from(state.copies(seat, Face::of(rank, suit)));
        }
        for suit in 0..4 {
            let n_tops = copies[suit as usize];
            if n_tops == 0 {
                continue;
            }
            let top = Face::of(rank, suit);
            // The ways to choose cards for below it, and those of them in which none fits.
            let (mut all, mut unfit) = (1, 1);
            for other in 0..4 {
                let ways = if other == suit { n_tops } else { copies[other as usize] + 1 };
                all *= ways;
                unfit *= if plays & Face::of(rank, other).bit() == 0 { ways } else { 1 };
            }
            let fits = plays & top.bit() != 0;
            stacks[top.index()] = match self.rules.choices.matching {
                MultiMatch::Top if fits => all,
                MultiMatch::Top => 0,
                MultiMatch::First => all - unfit + u32::from(fits),
                MultiMatch::Any if fits => all,
                MultiMatch::Any => all - unfit,
            };
        }
    }

    /// Draws an answer where several cards of one rank may be laid, from the number of stacks for each top card.
    /// Chodské prší, in which hands grow to most of the pack, is twice as fast as with a list
    /// (`eights bench chodske-prsi -s 2`).
    #[cold]
    fn any_stack(
        &self,
        state: &State,
        seat: Seat,
        stacks: &[u32; 64],
        below: &mut impl FnMut(u32) -> u32,
    ) -> Option<Action> {
        let offers = self.offers(state, seat);
        let catch = self.may_catch(state, seat).map(|forgetful| Answer::Catch(forgetful).into());
        let others = [offers.draw.then_some(Action::DRAW), offers.pass.then_some(Action::PASS), catch];
        let others = others.into_iter().flatten();
        let n_stacks = stacks.iter().sum();
        let mut lot = below(n_stacks + others.clone().count() as u32);
        if lot >= n_stacks {
            // The second number, as for cards, so that a seed gives the same game as with a list.
            below(1);
            return others.into_iter().nth((lot - n_stacks) as usize);
        }
        let top = state.printed.faces(state.faces(seat)).find(|top| {
            let count = stacks[top.index()];
            let is_here = lot < count;
            lot -= if is_here { 0 } else { count };
            is_here
        })?;
        let mut chosen = None;
        self.each_under(state, seat, offers.plays, top, &mut |lay| {
            if lot == 0 {
                chosen.get_or_insert(lay);
            }
            lot = lot.saturating_sub(1);
        });
        let chosen = chosen?;
        let mut sayings = 0;
        self.each_saying(state, seat, chosen, &mut |_| sayings += 1);
        let (mut left, mut said) = (below(sayings), None);
        self.each_saying(state, seat, chosen, &mut |lay| {
            if left == 0 {
                said.get_or_insert(lay);
            }
            left = left.saturating_sub(1);
        });
        said.map(Action::play)
    }
}

/// The `n`th face of a set, from 0.
#[inline]
fn nth(printed: Printed, mut set: u64, n: u32) -> Face {
    for _ in 0..n {
        set &= set - 1;
    }
    printed.faces(set).next().unwrap_or(printed.at(0))
}
