//! What the lab must know of a game to study it: what its events mean.

mod ball;
mod classic;
mod crazier;

use eights::{CardId, CardSet, Stage};
use eights_bots::BeliefModel;

use crate::hand_stats::HandStats;

/// Games that can be studied.
pub trait Study: BeliefModel + Stage {
    /// How far behind the winner must have been for a comeback.
    const COMEBACK_DEFICIT: i16;
    /// What the seats are ahead or behind in.
    const BEHIND_IN: &'static str;

    /// Writes down what an event means.
    fn note(&self, event: &Self::Event, hand_stats: &mut HandStats);

    /// The cards that are worth a line of their own.
    fn card_groups(&self) -> Vec<CardGroup>;

    /// What a card is called; copies of the same card have the same name.
    fn card_name(&self, card: CardId) -> String;

    /// Whether these rules ever let somebody answer out of turn.
    fn allows_interrupts(&self) -> bool {
        false
    }
}

/// Cards that are counted together.
#[derive(Clone, Debug, PartialEq)]
pub struct CardGroup {
    /// What they are called.
    pub name: String,
    /// What they do, in a few words.
    pub about: String,
    /// Which cards they are.
    pub cards: CardSet,
}
