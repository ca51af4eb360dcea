//! What the lab must know of a game to study it: what its events mean.

mod ball;
mod classic;
mod crazier;

use eights::{CardId, CardSet, Stage};
use eights_bots::BeliefModel;

use crate::notes::Notes;

/// Games that can be studied.
pub trait Study: BeliefModel + Stage {
    /// How far behind the winner must have been for a comeback.
    const FAR_BEHIND: i16;
    /// What the seats are ahead or behind in.
    const BEHIND_IN: &'static str;

    /// Writes down what an event means.
    fn note(&self, event: &Self::Event, notes: &mut Notes);

    /// The cards that are worth a line of their own.
    fn kinds(&self) -> Vec<Kind>;

    /// What a card is called; copies of the same card have the same name.
    fn card_name(&self, card: CardId) -> String;

    /// Whether these rules ever let somebody answer out of turn.
    fn breaks_in(&self) -> bool {
        false
    }
}

/// Cards that are counted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// What they are called.
    pub name: String,
    /// What they do, in a few words.
    pub about: String,
    /// Which cards they are.
    pub cards: CardSet,
}
