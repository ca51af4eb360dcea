//! What of the agenda may stand in a view: cards the viewer does not know are told by where they lie.

use eights::{Seat, Viewer};

use super::agenda::Hint;
use super::place::Pile;
use super::state::{Public, State};

impl State {
    /// What may be known of the agenda: cards the viewer does not know are told by where they lie.
    pub(crate) fn masked(&self, viewer: Viewer) -> Public {
        let mut public = self.public;
        if public.n_frames == 0 {
            return public;
        }
        let known = self.cards.known_to(viewer);
        let stock = self.cards.set(Pile::Stock);
        for frame in &mut public.frames[..self.public.n_frames as usize] {
            frame.hint(|card| {
                if known.has(card) {
                    return Hint::Card(card);
                }
                if !stock.has(card) {
                    return Hint::Hidden;
                }
                let depth = self.cards.from_top(Pile::Stock).position(|it| it == card);
                depth.map_or(Hint::Hidden, Hint::Depth)
            });
        }
        public
    }

    /// Turns what [`State::masked`] hid into cards that could be meant.
    pub(crate) fn unmask(&mut self, viewer: Viewer) {
        if self.public.n_frames == 0 {
            return;
        }
        let known = self.cards.known_to(viewer);
        let mut frames = self.public.frames;
        for frame in &mut frames[..self.public.n_frames as usize] {
            let holder = frame.doer;
            let unknown = |seat: Seat| self.hand(seat).without(known).first();
            let held = unknown(holder).or_else(|| Seat::first(self.public.seats).find_map(unknown));
            frame.reveal(|depth| self.cards.from_top(Pile::Stock).nth(depth), held);
        }
        self.public.frames = frames;
    }
}
