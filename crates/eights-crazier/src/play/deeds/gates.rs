//! The gates that every deed passes: "can't" stops it, substitutions change it.

use eights::{CardSet, Glimpse, Log, Seat};

use crate::ability::{Ability, Act, Amount, Replacement, Step};
use crate::play::event::Event;
use crate::play::moves::Run;
use crate::play::place::Face;
use crate::play::resolve::agenda::{At, Deed, Frame, Question, card};
use crate::play::resolve::conditions::{Reader, draw_fits};
use crate::play::state::{Charge, State};
use crate::rules::Crazier;

impl<L: Log<Event<Glimpse>>> Run<'_, L> {
    /// Attempts a deed; a "can't" ability may stop it.
    pub(crate) fn attempt(&mut self, deed: Deed) {
        if self.forbidden(&deed) {
            return self.note(Event::Cannot { card: Face::of_id(deed.card) });
        }
        self.substitute(deed);
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
                        && condition
                            .as_ref()
                            .is_none_or(|held| self.game.holds(self.s, held, reader).is_some())
                }
                _ => false,
            })
        })
    }

    /// Applies the matching substitutions to a deed, each once, and performs what is left of it. The
    /// affected player chooses the order, but is asked only where it makes a difference. (XE-ABL-6)
    pub(crate) fn substitute(&mut self, mut deed: Deed) {
        loop {
            match next_substitution(self.game, self.s, &deed) {
                Next::Perform => return self.perform(deed),
                Next::Replace(by) => return self.replace(deed, by.card, by.ability),
                Next::Shrink => {
                    if !self.shrink(&mut deed, None) {
                        return;
                    }
                }
                Next::Ask => {
                    let affected = if self.s.public.alive.has(deed.of) { deed.of } else { self.active() };
                    self.s.public.pending = Some(deed);
                    return self.ask(affected, Question::Instead);
                }
            }
            // There is no room to record another ability, so the same one could apply for ever.
            if deed.used.is_full() {
                return self.endless();
            }
        }
    }

    /// Continues after the affected player has chosen the next substitution.
    pub(crate) fn substitute_by(&mut self, mut deed: Deed, chosen: u8) {
        let found = substitutions(self.game, self.s, &deed).find(|found| found.card == chosen);
        match found {
            Some(by) if by.fewer(self.game).is_none() => self.replace(deed, by.card, by.ability),
            Some(_) if !self.shrink(&mut deed, Some(chosen)) => (),
            _ => self.substitute(deed),
        }
    }

    /// Reduces a draw, by one card's ability or by all of them; returns whether any cards are left to draw.
    fn shrink(&mut self, deed: &mut Deed, by: Option<u8>) -> bool {
        let before = deed.amount;
        let mut used = deed.used;
        for found in substitutions(self.game, self.s, deed) {
            if let Some(fewer) = found.fewer(self.game).filter(|_| by.is_none_or(|by| by == found.card)) {
                used = used.with(found.card, found.ability);
                deed.amount = deed.amount.saturating_sub(fewer);
            }
        }
        deed.used = used;
        self.note(Event::Shrunk { seat: deed.of, fewer: before - deed.amount });
        deed.amount > 0
    }

    /// Lets one ability replace a deed.
    pub(crate) fn replace(&mut self, deed: Deed, by: u8, ability: u8) {
        let found = substitutions(self.game, self.s, &deed)
            .find(|found| (found.card, found.ability) == (by, ability));
        let Some(Substitution { you, they, .. }) = found else { return self.perform(deed) };
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
                self.note(Event::Replaced { card: Face::of_id(by) });
            }
            Replacement::Steps(steps) => {
                let asks = matches!(steps.first, Step::Do { may: true, .. });
                let frame = Frame {
                    card: by,
                    ability,
                    at: At::Open,
                    you,
                    they: Some(they),
                    it: deed.card,
                    amount: deed.amount,
                    deed: Some(deed),
                    ..Frame::IDLE
                };
                if self.push(frame) && !asks {
                    self.used_up(by, ability);
                }
            }
        }
    }

    /// Counts a use of an ability with a limited number of uses.
    pub(crate) fn used_up(&mut self, by: u8, ability: u8) {
        let limited = matches!(
            self.game.def(by).abilities.get(ability as usize),
            Some(Ability::Instead { limit: Some(_), .. })
        );
        if limited {
            self.charge(by, ability);
        }
        self.note(Event::Replaced { card: Face::of_id(by) });
    }

    fn charge(&mut self, by: u8, ability: u8) {
        let public = &mut self.s.public;
        let n = public.n_charges as usize;
        let found =
            public.charges[..n].iter_mut().find(|charge| (charge.card, charge.ability) == (by, ability));
        if let Some(charge) = found {
            charge.times = charge.times.saturating_add(1);
        } else if let Some(slot) = public.charges.get_mut(n) {
            *slot = Charge { card: by, ability, times: 1 };
            public.n_charges += 1;
        }
    }
}

/// An ability that would change a deed.
#[derive(Clone, Copy)]
pub(crate) struct Substitution {
    pub(crate) card: u8,
    ability: u8,
    /// Its controller, and the player in focus.
    you: Seat,
    they: Seat,
}

/// The next thing to do with a deed.
enum Next {
    /// Perform it: no substitution is left.
    Perform,
    /// Apply all reductions.
    Shrink,
    /// Replace it by one ability.
    Replace(Substitution),
    /// Ask the player, because the order makes a difference.
    Ask,
}

impl Substitution {
    fn ability(self, game: &Crazier) -> &Ability {
        &game.def(self.card).abilities[self.ability as usize]
    }

    /// By how much it reduces a draw; `None` if it replaces the deed.
    fn fewer(self, game: &Crazier) -> Option<u8> {
        match self.ability(game) {
            Ability::Less { fewer, .. } => Some(fewer.get()),
            _ => None,
        }
    }

    /// Whether the order of the two does not matter: the same ability of one player, used equally often.
    fn is_like(self, other: Substitution, game: &Crazier, state: &State) -> bool {
        let same_card = std::ptr::eq(game.def(self.card), game.def(other.card));
        same_card
            && (self.ability, self.you) == (other.ability, other.you)
            && state.uses(self.card, self.ability) == state.uses(other.card, other.ability)
    }

    /// Whether it matters if the replacement comes before or after the reductions.
    fn depends_on_amount(self, game: &Crazier, amount: u8, fewer: u8) -> bool {
        let Ability::Instead { limit, outcome, .. } = self.ability(game) else { return false };
        let nothing_left = fewer >= amount;
        match outcome {
            // No draw either way, but a draw of zero cards does not use up the ability.
            Replacement::Nothing => nothing_left && limit.is_some(),
            Replacement::Steps(steps) => {
                let that_many =
                    |step: &Step| matches!(step, Step::Do { act: Act::Draw(Amount::ThatMany), .. });
                nothing_left || steps.iter().any(that_many)
            }
        }
    }
}

/// The matching substitutions not yet applied to a deed; at most one per card.
pub(crate) fn substitutions<'b>(
    game: &'b Crazier,
    state: &'b State,
    deed: &Deed,
) -> impl Iterator<Item = Substitution> + 'b {
    let deed = *deed;
    let cards = game.tables.substitutions[deed.what as usize].and(state.in_play());
    state.in_row(cards).filter_map(move |id| {
        let card = id.index() as u8;
        let you = state.controller(id)?;
        let abilities = game.def(card).abilities.iter().zip(0u8..);
        abilities.filter(|(_, index)| !deed.used.has(card, *index)).find_map(|(found, ability)| {
            let they = match found {
                Ability::Less { draw, .. } => draw_fits(state, *draw, you, &deed).then_some(deed.of),
                Ability::Instead { limit, deed: pattern, .. } => {
                    let left = limit.is_none_or(|limit| state.uses(card, ability) < limit.get());
                    left.then(|| game.pattern_fits(state, pattern, card, you, &deed))?
                }
                _ => None,
            }?;
            Some(Substitution { card, ability, you, they })
        })
    })
}

/// The substitutions among which the affected player chooses; only the first of equal ones.
pub(crate) fn choices(game: &Crazier, state: &State, deed: &Deed) -> CardSet {
    let is_first = |this: &Substitution| {
        let first_alike = substitutions(game, state, deed).find(|other| other.is_like(*this, game, state));
        first_alike.is_some_and(|first| first.card == this.card)
    };
    substitutions(game, state, deed).filter(is_first).filter_map(|found| card(found.card)).collect()
}

fn next_substitution(game: &Crazier, state: &State, deed: &Deed) -> Next {
    let all = || substitutions(game, state, deed);
    if all().next().is_none() {
        return Next::Perform;
    }
    let replacing = || all().filter(|found| found.fewer(game).is_none());
    let fewer = all().filter_map(|found| found.fewer(game)).fold(0u8, u8::saturating_add);
    let Some(first) = replacing().next() else { return Next::Shrink };
    if fewer > 0 && replacing().any(|found| found.depends_on_amount(game, deed.amount, fewer)) {
        Next::Ask
    } else if fewer > 0 {
        Next::Shrink
    } else if replacing().all(|found| found.is_like(first, game, state)) {
        Next::Replace(first)
    } else {
        Next::Ask
    }
}
