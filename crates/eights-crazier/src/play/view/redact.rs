//! Hides the secret parts of the agenda in a view, and fills them in again when imagining a state.

use eights::{Seat, Viewer};

use crate::play::place::Pile;
use crate::play::resolve::agenda::{Frame, Hint, Question, Waiting};
use crate::play::state::{Charge, Public, State};
use crate::rules::Crazier;

impl State {
    /// The agenda as a viewer may see it: unknown cards are replaced by their positions.
    pub(crate) fn masked(&self, viewer: Viewer) -> Public {
        let mut public = self.public;
        // Finished entries may still be stored beyond the lengths of the lists.
        public.frames[public.n_frames as usize..].fill(Frame::IDLE);
        public.waiting[public.n_waiting as usize..].fill(Waiting::IDLE);
        public.charges[public.n_charges as usize..].fill(Charge::default());
        let known = self.cards.known_to(viewer);
        let stock = self.cards.set(Pile::Stock);
        let frames = &mut public.frames[..self.public.n_frames as usize];
        let ask = self.public.ask.filter(|ask| matches!(ask.what, Question::Order | Question::Search));
        if let (Some(ask), Some(frame)) = (ask, frames.last_mut())
            && viewer != Viewer::Seat(ask.seat)
        {
            frame.hide_chosen();
        }
        for frame in frames {
            if !self.public.watchers(frame.doer).has(viewer) {
                // Which card of the hand is exchanged is secret, even if the viewer knows cards of that hand.
                frame.hide_own();
            }
            frame.hint(|card| {
                if known.has(card) {
                    return Hint::Card(card);
                }
                if !stock.has(card) {
                    return Hint::Hidden;
                }
                let depth = self.cards.from_top(Pile::Stock).position(|other| other == card);
                depth.map_or(Hint::Hidden, Hint::Depth)
            });
        }
        self.renumber(&mut public, viewer);
        public
    }

    /// Replaces what [`State::masked`] hid by cards that are possible.
    pub(crate) fn unmask(&mut self, viewer: Viewer) {
        if self.public.n_frames == 0 {
            return;
        }
        let known = self.cards.known_to(viewer);
        let mut frames = self.public.frames;
        for frame in &mut frames[..self.public.n_frames as usize] {
            let holder = frame.doer;
            let unknown = |seat: Seat| self.hand(seat).without(known).first();
            let held = unknown(holder)
                .or_else(|| self.hand(holder).first())
                .or_else(|| Seat::first(self.public.seats).find_map(unknown));
            frame.reveal(|depth| self.cards.from_top(Pile::Stock).nth(depth), held);
        }
        self.public.frames = frames;
    }
}

impl Crazier {
    /// Replaces hidden choices by choices that are possible.
    pub(crate) fn invent_choices(&self, state: &mut State) {
        let Some(ask) = state.public.ask.filter(|ask| matches!(ask.what, Question::Order | Question::Search))
        else {
            return;
        };
        let candidates = self.candidates(state, ask.what);
        let last = (state.public.n_frames as usize).checked_sub(1);
        if let Some(frame) = last.and_then(|last| state.public.frames.get_mut(last)) {
            frame.choose_hidden(candidates);
        }
    }
}
