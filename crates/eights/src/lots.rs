//! How the cards that somebody cannot see are imagined.

use crate::{dice::Dice, set::CardId};

/// What decides which hidden card lies where, when somebody imagines it.
pub trait Lots<P> {
    /// Puts the hidden cards in the order in which they come to lie at these
    /// places. There may be more cards than places: the last ones are left over.
    fn fall(&mut self, hidden: &mut [CardId], places: &[P]);
}

/// Dice know nothing: every order is as likely.
impl<P> Lots<P> for Dice {
    fn fall(&mut self, hidden: &mut [CardId], _: &[P]) {
        self.shuffle(hidden);
    }
}
