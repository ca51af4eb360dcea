//! Cheap luck for imagined hands.

use eights::Dice;

/// Something that rolls numbers.
pub(super) trait Rolls {
    /// A number below `n`.
    fn below(&mut self, n: u32) -> u32;
}

impl Rolls for Dice {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Dice::below(self, n)
    }
}

/// Luck that costs a nanosecond: good enough for hands that are only imagined,
/// never for a real one. (SplitMix64)
#[derive(Clone, Copy, Debug)]
pub struct Luck(u64);

impl Luck {
    /// Luck that follows from real dice.
    pub fn from_dice(dice: &mut Dice) -> Luck {
        Luck(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)))
    }

    /// Other luck that follows from this.
    #[must_use]
    pub fn fork(&mut self) -> Luck {
        Luck(u64::from(self.below(u32::MAX)) << 32 | u64::from(self.below(u32::MAX)))
    }
}

impl Rolls for Luck {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((word >> 32) * u64::from(n)) >> 32) as u32
    }
}
