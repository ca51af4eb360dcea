//! Deals by number: the same number gives the same cards, whoever asks and on whichever thread.

use eights::{Dice, Seed};

/// Every deal of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deals {
    /// The seed of the run.
    pub seed: u64,
}

impl Deals {
    /// The seed of a deal: what a journal of one of its games carries.
    pub fn seed(self, deal: u64) -> Seed {
        Seed::from_bytes(self.bytes(deal, 0))
    }

    /// The bots' own luck in one of the games of a deal, which has nothing to do with the cards.
    pub fn measure_luck(self, deal: u64, game: u64) -> Dice {
        Dice::at(&Seed::from_bytes(self.bytes(deal, 1)), game)
    }

    fn bytes(self, deal: u64, what: u8) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&deal.to_le_bytes());
        bytes[16] = what;
        bytes
    }
}
