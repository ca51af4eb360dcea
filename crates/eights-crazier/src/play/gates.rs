//! The gates that every deed passes: can't, less, instead. What gets through happens.

use eights::{Glimpse, Log, Seat};

use super::agenda::{At, Deed, Frame, Question, What, card};
use super::event::Event;
use super::fits::{Reader, draw_fits};
use super::moves::Run;
use super::place::Face;
use super::state::Charge;
use crate::ability::{Ability, Replacement, Step};

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Something is about to happen: the first gates, which nobody chooses about.
    pub(crate) fn attempt(&mut self, mut deed: Deed) {
        match deed.what {
            What::Draw => {
                let fewer = self.fewer(&deed).min(deed.amount);
                if fewer > 0 {
                    deed.amount -= fewer;
                    self.note(Event::Shrunk { seat: deed.of, fewer });
                }
                if deed.amount == 0 {
                    return;
                }
            }
            What::Destroy | What::Capture | What::Recall => {
                if self.forbidden(&deed) {
                    self.note(Event::Cannot { card: Face(deed.card) });
                    return;
                }
            }
            What::Lose => (),
        }
        self.instead(deed);
    }

    fn forbidden(&self, deed: &Deed) -> bool {
        let cards = self.game.tables.nevers[deed.what as usize];
        let cards = cards.and(self.s.in_play());
        cards.iter().any(|id| {
            let number = id.index() as u8;
            let Some(you) = self.s.controller(id) else { return false };
            self.game.def(number).abilities.iter().any(|ability| match ability {
                Ability::Never { condition, blow } => {
                    let reader = Reader::card(you, number);
                    self.game.blow_fits(self.s, blow, number, you, deed)
                        && condition.as_ref().is_none_or(|it| self.game.holds(self.s, it, reader).is_some())
                }
                _ => false,
            })
        })
    }

    fn fewer(&self, deed: &Deed) -> u8 {
        let cards = self.game.tables.lesses.and(self.s.in_play());
        let mut fewer = 0u8;
        for id in cards.iter() {
            let Some(you) = self.s.controller(id) else { continue };
            for ability in &self.game.def(id.index() as u8).abilities {
                if let Ability::Less { draw, fewer: n } = ability
                    && draw_fits(self.s, *draw, you, deed)
                {
                    fewer = fewer.saturating_add(n.get());
                }
            }
        }
        fewer
    }

    /// The third gate: what replaces the deed, if anything does. (XE-ABL-6)
    pub(crate) fn instead(&mut self, deed: Deed) {
        let mut speakers = self.speakers(&deed);
        match (speakers.next(), speakers.next()) {
            (None, _) => {
                drop(speakers);
                self.perform(deed);
            }
            (Some((id, ability, ..)), None) => {
                drop(speakers);
                self.replace(deed, id, ability);
            }
            (Some(_), Some(_)) => {
                drop(speakers);
                let affected = if self.s.public.alive.has(deed.of) { deed.of } else { self.active() };
                self.s.public.pending = Some(deed);
                self.ask(affected, Question::Instead);
            }
        }
    }

    /// The abilities that would replace a deed, the first of each card: card, ability, controller, focus.
    pub(crate) fn speakers<'b>(&'b self, deed: &'b Deed) -> impl Iterator<Item = (u8, u8, Seat, Seat)> + 'b {
        speakers(self.game, self.s, deed)
    }

    /// Lets an ability replace a deed.
    pub(crate) fn replace(&mut self, deed: Deed, by: u8, ability: u8) {
        let found = self.speakers(&deed).find(|(id, index, ..)| (*id, *index) == (by, ability));
        let Some((.., you, they)) = found else { return self.perform(deed) };
        let game = self.game;
        let Some(Ability::Instead { limit, outcome, .. }) = game.def(by).abilities.get(ability as usize)
        else {
            return self.perform(deed);
        };
        match outcome {
            Replacement::Nothing => {
                if limit.is_some() {
                    self.charge(by, ability);
                }
                self.note(Event::Replaced { card: Face(by) });
            }
            Replacement::Steps(steps) => {
                let asks = matches!(steps.first, Step::Do { may: true, .. });
                let used = deed.used.with(by, ability);
                let frame = Frame {
                    card: by,
                    ability,
                    at: At::Open,
                    you,
                    they: Some(they),
                    it: deed.card,
                    amount: deed.amount,
                    deed: Some(deed),
                    used,
                    ..Frame::IDLE
                };
                if self.push(frame) && !asks {
                    self.used_up(by, ability);
                }
            }
        }
    }

    /// Counts the use of an ability, where it has a number of uses.
    pub(crate) fn used_up(&mut self, by: u8, ability: u8) {
        let limited = matches!(
            self.game.def(by).abilities.get(ability as usize),
            Some(Ability::Instead { limit: Some(_), .. })
        );
        if limited {
            self.charge(by, ability);
        }
        self.note(Event::Replaced { card: Face(by) });
    }

    fn charge(&mut self, by: u8, ability: u8) {
        let public = &mut self.s.public;
        let n = public.n_charges as usize;
        let found = public.charges[..n].iter_mut().find(|it| (it.card, it.ability) == (by, ability));
        if let Some(charge) = found {
            charge.times = charge.times.saturating_add(1);
        } else if let Some(slot) = public.charges.get_mut(n) {
            *slot = Charge { card: by, ability, times: 1 };
            public.n_charges += 1;
        }
    }
}

/// The abilities that would replace a deed, the first of each card: card, ability, controller, focus.
pub(crate) fn speakers<'b>(
    game: &'b super::rules::Crazier,
    state: &'b super::state::State,
    deed: &'b Deed,
) -> impl Iterator<Item = (u8, u8, Seat, Seat)> + 'b {
    let cards = game.tables.insteads[deed.what as usize].and(state.in_play());
    cards.iter().filter_map(move |id| {
        let number = id.index() as u8;
        let you = state.controller(id)?;
        game.def(number).abilities.iter().enumerate().find_map(|(index, ability)| {
            let Ability::Instead { limit, deed: pattern, .. } = ability else { return None };
            let index = index as u8;
            if deed.used.has(number, index) || card(number).is_none() {
                return None;
            }
            let charges = &state.public.charges[..state.public.n_charges as usize];
            let times =
                charges.iter().find(|it| (it.card, it.ability) == (number, index)).map_or(0, |it| it.times);
            if limit.is_some_and(|limit| times >= limit.get()) {
                return None;
            }
            let they = game.pattern_fits(state, pattern, number, you, deed)?;
            Some((number, index, you, they))
        })
    })
}
