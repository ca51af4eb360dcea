//! The numbers that card texts can express.

use std::num::NonZeroU8;

use serde::Serialize;

/// A number from one to twenty, the range that card texts can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Number(NonZeroU8);

impl Number {
    /// The number one.
    pub const ONE: Number = Number(NonZeroU8::MIN);

    /// The largest number a card text can express.
    pub const MAX: u8 = 20;

    /// The number, if a card text can express it.
    pub fn new(number: u8) -> Option<Self> {
        NonZeroU8::new(number).filter(|number| number.get() <= Self::MAX).map(Number)
    }

    /// The number as an integer.
    pub fn get(self) -> u8 {
        self.0.get()
    }
}
