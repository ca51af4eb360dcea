//! Rules in words: why a card may not be played.

use eights::Seat;

use crate::{rules::Classic, state::View};

impl Classic {
    /// In one sentence, why a seat may not give an answer.
    pub(crate) fn explain(&self, _view: &View, _seat: Seat, _said: &str) -> String {
        String::new()
    }
}
