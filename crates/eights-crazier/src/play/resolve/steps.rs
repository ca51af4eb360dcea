//! Interprets a running text: its current step, who may do it, and which cards it affects.

use eights::{CardSet, Viewer};

use crate::ability::*;
use crate::play::place::{Chairs, Pile};
use crate::play::resolve::agenda::{Frame, card};
use crate::play::state::State;
use crate::rules::Crazier;

impl Crazier {
    /// The steps of a frame's ability.
    pub(crate) fn steps(&self, frame: &Frame) -> &Steps {
        match &self.def(frame.card).abilities[frame.ability as usize] {
            Ability::Do(clause) | Ability::When { clause, .. } => &clause.steps,
            Ability::Instead { outcome: Replacement::Steps(steps), .. } => steps,
            _ => unreachable!("frames are only pushed for abilities with steps"),
        }
    }

    /// The current step of a frame.
    pub(crate) fn step_of(&self, frame: &Frame) -> Option<&Step> {
        let steps = self.steps(frame);
        match frame.step as usize {
            0 => Some(&steps.first),
            n => steps.rest.get(n - 1).map(|(_, step)| step),
        }
    }

    /// The current act of a frame.
    pub(crate) fn act_of(&self, frame: &Frame) -> Option<&Act> {
        match self.step_of(frame)? {
            Step::Do { act, .. } => Some(act),
            _ => None,
        }
    }

    /// The condition of the current step of a frame.
    pub(crate) fn condition_of(&self, frame: &Frame) -> Option<&Condition> {
        let ability = &self.def(frame.card).abilities[frame.ability as usize];
        match (ability, frame.step as usize) {
            (Ability::Do(clause) | Ability::When { clause, .. }, 0) => clause.condition.as_ref(),
            (_, 0) => None,
            (_, n) => match &self.steps(frame).rest.get(n - 1)?.0 {
                Link::If(condition) => Some(condition),
                Link::Then | Link::IfDone => None,
            },
        }
    }

    /// Whether the rest of a text refers to the player in focus before it sets the focus anew.
    pub(crate) fn speaks_of_focus(&self, frame: &Frame) -> bool {
        let (steps, n) = (self.steps(frame), frame.step as usize);
        for (at, step) in steps.iter().enumerate().skip(n) {
            if at > n
                && let Link::If(condition) = &steps.rest[at - 1].0
                && (condition.reads_focus() || condition.singles_out())
            {
                return condition.reads_focus();
            }
            match (step.who(), step) {
                (Who::They, _) => return true,
                (Who::You, Step::Do { act, .. }) if act.reads_focus() => return true,
                (Who::You, Step::Do { act: Act::LookAtHand(_) | Act::Exchange(_), .. }) => return false,
                (Who::You, _) => (),
                _ => return false,
            }
        }
        false
    }

    /// The players who may do the current step of a frame.
    pub(crate) fn doers(&self, state: &State, frame: &Frame) -> Chairs {
        let public = &state.public;
        match self.step_of(frame).map(Step::who) {
            Some(Who::You) => Chairs::only(frame.you),
            Some(Who::They) => frame.they.map_or(Chairs::NONE, Chairs::only).and(public.alive),
            Some(Who::Player | Who::EachPlayer) => public.alive,
            Some(Who::Opponent | Who::EachOpponent) => public.opponents(frame.you),
            None => Chairs::NONE,
        }
    }

    /// The players whose hands may be looked at or exchanged with.
    pub(crate) fn others(&self, state: &State, frame: &Frame, other: Other) -> Chairs {
        let public = &state.public;
        let others = match other {
            Other::Player => public.alive,
            Other::Opponent => public.opponents(frame.you),
            Other::They => frame.they.map_or(Chairs::NONE, Chairs::only).and(public.alive),
        };
        others.without(Chairs::only(frame.doer))
    }

    /// The number of cards that an amount means for the doer.
    pub(crate) fn number_of(&self, state: &State, amount: &Amount, frame: &Frame) -> u8 {
        match amount {
            Amount::Fixed(number) => number.get(),
            Amount::ThatMany => frame.amount,
            Amount::Each { number, what, owner } => {
                let cards = self.owned(state, *owner, frame.you, frame.they).and(self.kin(what, frame.card));
                // No deck has 200 cards, so the cap only keeps the number in a `u8`.
                (usize::from(number.get()) * cards.len()).min(200) as u8
            }
        }
    }

    /// Whether the act is possible. A "may" only asks if it is.
    pub(crate) fn could(&self, state: &State, act: &Act, frame: &Frame) -> bool {
        let to_look_at = state.cards.len(Pile::Stock) + state.cards.len(Pile::Discard) > 1;
        match act {
            Act::Draw(amount) => self.number_of(state, amount, frame) > 0,
            Act::PutBack { .. } => state.in_hand(frame.doer) > 0,
            Act::Choose { what, place } => !self.at_place(state, what, *place, frame).is_empty(),
            Act::Look(_) | Act::Reveal(_) => to_look_at,
            Act::Reorder => frame.them.len() > 1,
            Act::Search { .. } => state.cards.len(Pile::Stock) > 0,
            Act::LookAtHand(other) => !self.others(state, frame, *other).is_empty(),
            Act::Exchange(other) => {
                state.in_hand(frame.doer) > 0 && !self.others(state, frame, *other).is_empty()
            }
            Act::Redeal(_) => true,
            Act::Play(Source::Hand(what)) => !self.plays(state, what, frame).is_empty(),
            Act::Play(Source::Top) => to_look_at,
            Act::Play(Source::It) => self.it(frame).is_some_and(|id| self.playable(state, frame.doer, id)),
            Act::Destroy(pick) | Act::Take(pick) | Act::Control(pick) | Act::Enter(pick) => {
                !self.picked(state, pick, frame).is_empty()
            }
            Act::Tuck { pick, .. } => !self.picked(state, pick, frame).is_empty(),
        }
    }

    /// Whether the act depends on cards that the viewer does not see, and so could be possible as far as
    /// the viewer can tell. The doer is asked if it could be for the public, because skipping the question
    /// would reveal what the doer's cards are not. The doer may say yes if it could be for the doer,
    /// because refusing that answer would reveal the same to the doer.
    pub(crate) fn could_unseen_by(&self, viewer: Viewer, state: &State, act: &Act, frame: &Frame) -> bool {
        let is_secret = |cards: CardSet| !cards.without(state.cards.known_to(viewer)).is_empty();
        match act {
            Act::Play(Source::Hand(_)) => is_secret(state.hand(frame.doer)),
            Act::Play(Source::It) => is_secret(self.it(frame).into_iter().collect()),
            Act::Choose { place: Place::Among, .. } => is_secret(frame.them.set()),
            act => match act.pick() {
                Some(Pick::Chosen { place: Place::Among, .. } | Pick::All { place: Place::Among, .. }) => {
                    is_secret(frame.them.set())
                }
                _ => false,
            },
        }
    }

    /// All cards that a pick could mean.
    pub(crate) fn picked(&self, state: &State, pick: &Pick, frame: &Frame) -> CardSet {
        match pick {
            Pick::Chosen { what, place, .. } | Pick::All { what, place } => {
                self.at_place(state, what, *place, frame)
            }
            Pick::This => card(frame.card).into_iter().collect::<CardSet>().and(state.in_play()),
            Pick::It => self.it(frame).into_iter().collect(),
            Pick::Them => frame.them.set(),
        }
    }

    /// The card in focus, if it is still where it was.
    pub(crate) fn it(&self, frame: &Frame) -> Option<eights::CardId> {
        card(frame.it).filter(|_| !frame.moved)
    }

    /// The cards that the doer could play from their hand.
    pub(crate) fn plays(&self, state: &State, what: &Kindred, frame: &Frame) -> CardSet {
        let held = state.hand(frame.doer).and(self.kin(what, frame.card));
        held.iter().filter(|id| self.playable(state, frame.doer, *id)).collect()
    }
}
