//! A cheap random number generator for sampled hands.

use eights::Dice;

/// SplitMix64: about a nanosecond per number. Good enough for sampled hands, never for real ones.
#[derive(Clone, Copy, Debug)]
pub struct FastRng(u64);

impl FastRng {
    /// A generator seeded from real dice.
    pub fn from_dice(dice: &mut Dice) -> FastRng {
        FastRng(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)))
    }

    /// A generator seeded with a word.
    pub(super) fn from_word(word: u64) -> FastRng {
        FastRng(word)
    }

    /// A new generator seeded from this one.
    #[must_use]
    pub fn fork(&mut self) -> FastRng {
        FastRng(u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX)))
    }

    /// A number in `0..n`.
    #[inline]
    pub(super) fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((word >> 32) * u64::from(n)) >> 32) as u32
    }
}
