//! Runs: cards laid one after the other, which act when the run is closed. (FA-MACAU-4)

use eights::{Dice, Glimpse, Log, Seat};

use crate::{
    face::Face,
    play::{
        action::{Lay, Name},
        effects::CombinedEffects,
        event::Event,
        state::{Pile, State, Step},
    },
    rules::Classic,
    sheet::{Noticed, Shape, StockWhen},
};

impl Classic {
    /// The run with one more card, if cards are laid in runs now. A card just drawn is laid alone.
    #[inline]
    pub(super) fn run_with(&self, state: &State, owed: u16) -> Option<Step> {
        if self.rules.choices.shape != Shape::Run || state.fresh.is_some() {
            return None;
        }
        match state.public.step {
            Step::Run { cards, owed, family, least, bound } => {
                Some(Step::Run { cards: cards + 1, owed, family, least, bound })
            }
            Step::Answer { family, least, .. } => {
                Some(Step::Run { cards: 1, owed, family, least, bound: true })
            }
            Step::Miss => Some(Step::Run { cards: 1, owed: 0, family: 0, least: 0, bound: true }),
            Step::Play | Step::Cover | Step::More(_) => {
                Some(Step::Run { cards: 1, owed: 0, family: 0, least: 0, bound: false })
            }
            _ => None,
        }
    }

    /// Closes a run, whose cards act now, or declines a further card.
    pub(super) fn close_run(
        &self,
        state: &mut State,
        seat: Seat,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        let (Step::Run { owed, .. }, Some(top)) = (state.public.step, state.top_as()) else {
            let next = state.onward(seat, 1);
            return self.begin(state, next);
        };
        if state.public.uncalled == Some(seat) && self.rules.choices.noticed == Noticed::AtOnce {
            self.catch(state, seat, None, dice, log);
        }
        if self.rules.special & top.bit() == 0 {
            let next = state.onward(seat, 1);
            self.begin(state, next);
        } else if !state.is_over() {
            self.carry_out(state, seat, &Lay::card(top), (owed, Name::NONE), dice, log);
        }
        if self.rules.choices.stock_when == StockWhen::AtOnce {
            self.restock(state, dice, log);
        }
    }

    /// Sums up the effects of the cards in a run that have the rank of the top one.
    pub(super) fn run_deeds(&self, state: &State, top: Face, cards: u8) -> CombinedEffects {
        let mut deeds = CombinedEffects::default();
        let run = state.cards.from_top(Pile::Discard).take(cards.into()).skip(1);
        let run = run.map(|card| Face::new(card.index() as u8));
        for face in run.filter(|face| face.rank() == top.rank()).chain([top]) {
            deeds.add(self.rules.effect_of(face));
        }
        deeds
    }
}
