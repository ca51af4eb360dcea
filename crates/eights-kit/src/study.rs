//! The trait through which the lab measures a game.

use eights::{CardId, CardSet, Dice, Game};

use crate::hand_stats::HandStats;

/// Games that the lab can measure.
pub trait Study: Game {
    /// How far behind the winner must have been for a comeback, in cards or balls.
    const COMEBACK_DEFICIT: i16;

    /// Records an event in the statistics of its hand.
    fn record(&self, event: &Self::Event, stats: &mut HandStats);

    /// The groups of cards whose worth is reported.
    fn card_groups(&self) -> Vec<CardGroup>;

    /// The name of a card; copies of a card have the same name.
    fn card_name(&self, card: CardId) -> String;

    /// Puts the cards of the stock that nobody knows into another order, which could as well have been
    /// theirs, except for the top `kept` cards. The same dice give the same order but for those.
    fn reorder_stock(&self, state: &mut Self::State, kept: usize, dice: &mut Dice);

    /// Whether a seat may ever answer out of turn under these rules.
    fn allows_interrupts(&self) -> bool {
        false
    }
}

/// Cards that are counted together.
#[derive(Clone, Debug, PartialEq)]
pub struct CardGroup {
    /// The name of the group, such as `8s`.
    pub name: String,
    /// What the cards do, in a few words.
    pub about: String,
    /// All cards of the group, every copy included.
    pub cards: CardSet,
}
