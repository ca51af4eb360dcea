//! Turns that are not played: drawn away for a forgotten call, or missed.

use eights::{Dice, Glimpse, Log};

use crate::{
    play::{
        event::Event,
        state::{State, Step},
    },
    rules::Classic,
};

impl Classic {
    /// Makes players who were caught draw in their turn instead of playing, together with a penalty that hits
    /// them. (FA-CRAITS-5)
    #[cold]
    pub(super) fn draw_instead(
        &self,
        state: &mut State,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        while !state.is_over() && state.public.waiting.has(state.public.turn) && state.public.drawn == 0 {
            let seat = state.public.turn;
            let owed = match state.public.step {
                Step::Play | Step::Miss | Step::Cover => 0,
                Step::Answer { owed, by: None, .. } => owed,
                _ => return,
            };
            state.public.waiting.remove(seat);
            self.pay(state, seat, owed.saturating_add(u16::from(self.rules.choices.forgot)), dice, log);
            if state.public.turn == seat && !state.is_over() {
                let next = state.onward(seat, 1);
                self.begin(state, next);
            }
        }
    }

    /// Passes over players who miss further turns, without a question. A penalty that hits one of them is drawn at
    /// once. (FA-MACAU-6)
    #[cold]
    pub(super) fn pass_over_absent(
        &self,
        state: &mut State,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        while !state.is_over() && state.absent[state.public.turn] > 0 && state.public.drawn == 0 {
            let seat = state.public.turn;
            match state.public.step {
                Step::Play => (),
                // A question out of turn is no turn, so it is asked. (FA-MAKAO-7)
                Step::Answer { owed, by: None, .. } => {
                    let cards = self.draw_cards(state, seat, owed, dice, log);
                    log.note(Event::Penalty { seat, cards });
                }
                _ => return,
            }
            if state.is_over() {
                return;
            }
            state.absent[seat] -= 1;
            log.note(Event::Skipped { seat });
            let next = state.onward(seat, 1);
            self.begin(state, next);
        }
    }
}
