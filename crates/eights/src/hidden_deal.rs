//! Decides where hidden cards are when a state is sampled from a view.

use crate::{dice::Dice, set::CardId};

/// Assigns hidden cards to places when a state is sampled from a view.
pub trait HiddenDeal<P> {
    /// Reorders `hidden` so that its first cards go to `places`, one by one. There may be more
    /// cards than places; the surplus cards stay out of the sampled state.
    fn assign(&mut self, hidden: &mut [CardId], places: &[P]);
}

/// Dice assign hidden cards uniformly at random.
impl<P> HiddenDeal<P> for Dice {
    fn assign(&mut self, hidden: &mut [CardId], _: &[P]) {
        self.shuffle(hidden);
    }
}
