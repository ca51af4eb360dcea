//! A simple judgement of answers: what equal bots play by when the cards are measured.
//!
//! It reads a view and the printed cards, nothing else, and looks no step ahead.

use eights::{CardSet, Seat, Sight};

use super::action::Action;
use super::agenda::Question;
use super::place::{Face, Pile};
use super::rules::Crazier;
use super::state::View;
use crate::ability::*;
use crate::card::Kind;

/// What a seat sees, for rating.
struct Eye<'a> {
    game: &'a Crazier,
    view: &'a View,
    seat: Seat,
}

impl Crazier {
    /// How good an answer looks to a seat: higher is better.
    pub fn rate(&self, view: &View, seat: Seat, action: Action) -> i32 {
        let eye = Eye { game: self, view, seat };
        match action {
            Action::Discard(face) => eye.discard(face, false),
            Action::Name(face, colour) => {
                let same = self.tables.colours[colour as usize];
                eye.discard(face, true) + eye.hand().and(same).len() as i32
            }
            Action::Play(_) if eye.hand().len() == 1 => 1000,
            Action::Play(face) => 50 + eye.worth(face),
            Action::End | Action::Draw => 30,
            Action::Card(face) => eye.choice(face),
            Action::Seat(who) => eye.whom(who),
            Action::Done => 0,
            Action::Yes => eye.willing(),
            Action::No => 0,
        }
    }
}

impl Eye<'_> {
    fn hand(&self) -> CardSet {
        self.cards(Pile::Hand(self.seat))
    }

    fn cards(&self, pile: Pile) -> CardSet {
        let known = self.view.table.pile(pile).iter().filter_map(|sight| match sight {
            Sight::Face(face) => Some(face.id()),
            Sight::Back => None,
        });
        known.collect()
    }

    fn count(&self, pile: Pile) -> i32 {
        self.view.table.pile(pile).len() as i32
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        self.view.public.alive.iter()
    }

    fn foes(&self) -> impl Iterator<Item = Seat> {
        self.view.public.opponents(self.seat).iter()
    }

    /// Cards in play before opponents.
    fn against(&self) -> i32 {
        self.foes().map(|seat| self.count(Pile::Play(seat))).sum()
    }

    /// Everything that gets rid of a card is good; an eight is worth keeping for later.
    fn discard(&self, face: Face, eight: bool) -> i32 {
        let hand = self.hand();
        if hand.len() == 1 {
            return 1000;
        }
        let follows = self.game.tables.fits[self.game.number(face.id())];
        let then = hand.and(follows).len().min(6) as i32;
        100 + then - self.worth(face) / 4 - if eight { 45 } else { 0 }
    }

    /// What playing the card seems to be worth.
    fn worth(&self, face: Face) -> i32 {
        let card = self.game.card(face);
        let of = |ability: &Ability| match ability {
            Ability::Require(_) => 0,
            Ability::Do(clause) => self.steps(&clause.steps),
            Ability::When { moment, clause } => {
                let often = if matches!(moment, Moment::Turn { .. }) { 2 } else { 1 };
                self.steps(&clause.steps) * often
            }
            Ability::Never { .. } => 4 + self.count(Pile::Play(self.seat)) * 2,
            Ability::Less { .. } => 8,
            Ability::Instead { .. } => 7,
            Ability::Allow { .. } => 18,
            Ability::Check { .. } => 5,
        };
        card.abilities.iter().map(of).sum::<i32>() + if card.kind == Kind::Asset { 6 } else { 0 }
    }

    fn steps(&self, steps: &Steps) -> i32 {
        steps.iter().map(|step| self.step(step)).sum()
    }

    fn step(&self, step: &Step) -> i32 {
        let foes = self.foes().count() as i32;
        match step {
            Step::Do { who, may, act } => {
                let sign = match who {
                    Who::You => 1,
                    Who::Player | Who::Opponent | Who::They => -1,
                    Who::EachOpponent => -foes,
                    Who::EachPlayer => 1 - foes,
                };
                let worth = sign * self.act(act);
                if *may { worth.max(0) } else { worth }
            }
            Step::Grant { who: Who::You, number, extra } => {
                let most = (self.hand().len() as i32 - 2).clamp(0, 3);
                let each = if *extra == Extra::Discard { 11 } else { 14 };
                each * i32::from(number.get()).min(most)
            }
            Step::Grant { .. } => 0,
            Step::End { .. } => 12,
        }
    }

    /// What an act is worth to its doer.
    fn act(&self, act: &Act) -> i32 {
        match act {
            Act::Draw(Amount::Fixed(number)) => -8 * i32::from(number.get()),
            Act::Draw(_) => -12,
            Act::PutBack { number, .. } => 8 * i32::from(number.get()),
            Act::Destroy(Pick::Chosen { place: Place::Play(Owner::You), .. }) => -10,
            Act::Destroy(Pick::This) => -3,
            Act::Destroy(Pick::All { .. }) => 6 * (self.against() - self.count(Pile::Play(self.seat))),
            Act::Destroy(_) | Act::Tuck { .. } => 4 + 4 * self.against().min(2),
            Act::Take(_) => -4,
            Act::Control(_) => 14,
            Act::Enter(_) => 10,
            Act::Search { number, .. } => 7 * i32::from(number.get()),
            Act::Exchange(_) => 4,
            Act::Redeal(Redeal::Evenly) => {
                let all: i32 = self.seats().map(|seat| self.count(Pile::Hand(seat))).sum();
                let n = self.seats().count().max(1) as i32;
                7 * (self.count(Pile::Hand(self.seat)) - all / n)
            }
            Act::Redeal(_) => 0,
            Act::Play(_) => 9,
            _ => 1,
        }
    }

    /// The act that asks.
    fn asking(&self) -> Option<&Act> {
        self.game.act_of(self.view.public.frame()?)
    }

    fn owner(&self, face: Face) -> Option<Seat> {
        self.seats().find(|seat| self.view.table.pile(Pile::Play(*seat)).contains(&Sight::Face(face)))
    }

    /// How good it is to choose a card for what is asked.
    fn choice(&self, face: Face) -> i32 {
        let Some(ask) = self.view.public.ask else { return 0 };
        let worth = self.worth(face);
        match ask.what {
            Question::PutBack | Question::Own => 100 - self.keep(face),
            Question::Theirs => self.keep(face),
            Question::Search | Question::Play => 20 + worth,
            Question::Order => self.keep(face),
            Question::Which | Question::Instead => 0,
            _ => {
                let foe = self.owner(face).map(|owner| self.view.public.opposed(self.seat, owner));
                match (self.asking(), foe) {
                    (Some(Act::Destroy(_) | Act::Tuck { .. } | Act::Choose { .. }), Some(true)) => 40 + worth,
                    (Some(Act::Destroy(_) | Act::Tuck { .. } | Act::Choose { .. }), Some(false)) => {
                        -10 - worth
                    }
                    (Some(Act::Control(_)), _) => 30 + worth,
                    (Some(Act::Take(_)), Some(false)) => -5 - worth,
                    (Some(Act::Enter(_)), _) => 20 + worth,
                    _ => worth,
                }
            }
        }
    }

    /// How much one would like to have a card in hand.
    fn keep(&self, face: Face) -> i32 {
        let top = match self.view.table.top(Pile::Discard) {
            Some(Sight::Face(top)) => Some(top.id()),
            _ => None,
        };
        let fits = self.game.fitting(top, self.view.public.named).has(face.id());
        let eight = self.game.tables.eights.has(face.id());
        20 + self.worth(face) + if eight { 40 } else { 0 } + if fits { 12 } else { 0 }
    }

    /// Whom to name: for what hurts, the opponent who is nearest to winning.
    fn whom(&self, who: Seat) -> i32 {
        let few = 30 - self.count(Pile::Hand(who)).min(30);
        let foe = self.view.public.opposed(self.seat, who);
        let hurts = match self.asking() {
            Some(act) => self.act(act) < 0 || matches!(act, Act::LookAtHand(_) | Act::Exchange(_)),
            None => false,
        };
        if foe == hurts { 100 + few } else { -few }
    }

    fn willing(&self) -> i32 {
        match self.asking() {
            Some(Act::Draw(_)) => i32::from(self.hand().len() > 2) * 2 - 1,
            Some(act) => self.act(act) + 1,
            None => 1,
        }
    }
}
