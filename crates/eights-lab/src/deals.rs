//! Numbered deals: the same seed and number always give the same cards.

use eights::{Dice, Seed};

/// All deals of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deals {
    pub seed: u64,
}

impl Deals {
    /// The seed of a deal, as it is written to the journal of its games.
    pub fn seed(self, deal: u64) -> Seed {
        Seed::from_bytes(self.bytes(deal, 0))
    }

    /// Dice for the bots in one of the games of a deal, independent of the cards.
    pub fn bot_dice(self, deal: u64, game: u64) -> Dice {
        Dice::at(&Seed::from_bytes(self.bytes(deal, 1)), game)
    }

    /// Dice for estimating the luck of one of the games, independent of the cards and of the bots.
    pub fn luck_dice(self, deal: u64, game: u64) -> Dice {
        Dice::at(&Seed::from_bytes(self.bytes(deal, 2)), game)
    }

    fn bytes(self, deal: u64, purpose: u8) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&deal.to_le_bytes());
        bytes[16] = purpose;
        bytes
    }
}
