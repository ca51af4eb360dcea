//! What the lab must know about a game to measure it, above all what its events mean.

mod ball;
mod classic;
mod crazier;

use eights::{CardId, CardSet, Setup};
use eights_bots::BeliefModel;

use crate::hand_stats::HandStats;

/// Games that the lab can measure.
pub trait Study: BeliefModel + Setup {
    /// How far behind the winner must have been for a comeback, in cards or balls.
    const COMEBACK_DEFICIT: i16;

    /// Records an event in the statistics of its hand.
    fn record(&self, event: &Self::Event, stats: &mut HandStats);

    /// The groups of cards whose worth is reported.
    fn card_groups(&self) -> Vec<CardGroup>;

    /// The name of a card; copies of a card have the same name.
    fn card_name(&self, card: CardId) -> String;

    /// Whether a seat may ever answer out of turn under these rules.
    fn allows_interrupts(&self) -> bool {
        false
    }
}

/// Cards that are counted together.
#[derive(Clone, Debug, PartialEq)]
pub struct CardGroup {
    pub name: String,
    /// What the cards do, in a few words.
    pub about: String,
    pub cards: CardSet,
}
