//! Forgotten calls, turns that are missed or drawn away, and turns that a name binds.

use eights::{Dice, Glimpse, Log, Seat};

use crate::{
    play::{
        action::{Lay, Name},
        event::Event,
        state::{State, Step},
    },
    rules::Classic,
    sheet::CallPrice,
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

    /// Makes a player draw for a forgotten call.
    pub(crate) fn catch(
        &self,
        state: &mut State,
        forgetful: Seat,
        by: Option<Seat>,
        dice: &mut Dice,
        log: &mut impl Log<Event<Glimpse>>,
    ) {
        state.public.uncalled = None;
        log.note(Event::Caught { seat: forgetful, by });
        if self.rules.choices.call_price == CallPrice::NextTurn {
            state.public.waiting.insert(forgetful);
            return;
        }
        // The penalty cards must not replace the card that the current player has just drawn.
        let fresh = state.fresh;
        self.draw_cards(state, forgetful, u16::from(self.rules.choices.forgot), dice, log);
        state.fresh = fresh;
    }

    /// After a seat's answer: lifts its bar from going out if that ended its turn, and bars it if it has just
    /// forgotten to call. (FA-IRISH-4)
    #[inline]
    pub(super) fn bar(&self, state: &mut State, seat: Seat, lay: Option<&Lay>) {
        if self.rules.choices.call_price != CallPrice::NoGoingOut {
            return;
        }
        if state.public.drawn == 0 && !matches!(state.public.step, Step::More(_)) {
            state.public.barred.remove(seat);
        }
        if lay.is_some_and(|lay| !lay.call) && state.n_cards(seat) == 1 && state.public.playing.has(seat) {
            state.public.barred.insert(seat);
        }
    }

    /// Counts a turn that a name binds which binds everybody once. After the last one the top card counts. (FA-MAKAO-4)
    #[cold]
    pub(crate) fn serve_turn(&self, state: &mut State) {
        state.binding = state.binding.saturating_sub(1);
        if state.binding == 0 {
            state.public.named = Name::NONE;
            self.follow_top(state);
        }
    }
}
