//! Random numbers that replay bit for bit on every machine and in every release.
//!
//! The generator is ChaCha8. Bounded draws and the shuffle are implemented here, because libraries
//! may change their results in any minor release.

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::set::CardSet;

/// The secret of one match. Neither `Serialize` nor `Debug`: the journal gets it through
/// `expose()`, and there is no other access.
#[derive(Clone)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from 32 bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A seed from a small number, for tests, benches and puzzles.
    pub fn from_number(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }

    /// The bytes, to be written to the journal.
    pub const fn expose(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The random numbers of one step. The generator is created on first use, so a step without
/// randomness costs nothing.
pub struct Dice {
    seed: [u8; 32],
    stream: u64,
    stream_of: Option<ChaCha8Rng>,
    wishes: Vec<CardSet>,
}

impl Dice {
    /// The dice for one step of one match. Generator state is never stored: seed and step number
    /// reproduce the same numbers.
    pub const fn at(seed: &Seed, step: u64) -> Dice {
        Dice { seed: seed.0, stream: step, stream_of: None, wishes: Vec::new() }
    }

    /// Rigs the dice: shuffles put these cards on top, first wish first. Each wish is a set, any
    /// card of which will do. For tests against other engines and for tables with real cards, never
    /// for a fair match.
    pub fn wishing(mut self, wishes: Vec<CardSet>) -> Dice {
        self.wishes = wishes;
        self
    }

    /// The cards that shuffles put on top; usually none.
    pub(crate) fn wishes(&self) -> &[CardSet] {
        &self.wishes
    }

    fn rng(&mut self) -> &mut ChaCha8Rng {
        let (seed, stream) = (self.seed, self.stream);
        self.stream_of.get_or_insert_with(|| {
            let mut rng = ChaCha8Rng::from_seed(seed);
            rng.set_stream(stream);
            rng
        })
    }

    /// A uniform number in `0..n`, by Lemire's method; 0 if `n` is zero.
    pub fn below(&mut self, n: u32) -> u32 {
        let rng = self.rng();
        let mut wide = u64::from(rng.next_u32()) * u64::from(n);
        if (wide as u32) < n {
            let bias = n.wrapping_neg() % n;
            while (wide as u32) < bias {
                wide = u64::from(rng.next_u32()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// Shuffles the items (Fisher–Yates, from the last index down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// A uniformly chosen item; `None` if the list is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A failure means that no recorded match replays any more: do not "fix" the numbers.
    #[test]
    fn the_stream_is_frozen() {
        let mut dice = Dice::at(&Seed::from_bytes([7; 32]), 3);
        let rolls: Vec<u32> = (0..6).map(|_| dice.below(52)).collect();
        let mut pack: Vec<u8> = (0..10).collect();
        dice.shuffle(&mut pack);
        assert_eq!(rolls, [47, 6, 51, 23, 48, 13]);
        assert_eq!(pack, [0, 6, 5, 2, 7, 8, 3, 1, 9, 4]);
    }

    #[test]
    fn draws_are_uniform() {
        let mut dice = Dice::at(&Seed::from_number(1), 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[dice.below(7) as usize] += 1;
        }
        // Six standard deviations of a binomial count with p = 1/7.
        assert!(counts.iter().all(|n| n.abs_diff(10_000) < 560), "{counts:?}");
    }

    #[test]
    fn an_empty_range_yields_zero_and_an_empty_list_nothing() {
        let mut dice = Dice::at(&Seed::from_number(1), 0);
        assert_eq!(dice.below(0), 0);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }

    #[test]
    fn each_step_has_its_own_numbers() {
        let seed = Seed::from_number(5);
        let roll = |step| {
            (0..8)
                .map({
                    let mut d = Dice::at(&seed, step);
                    move |_| d.below(1000)
                })
                .collect::<Vec<_>>()
        };
        assert_ne!(roll(1), roll(2));
        assert_eq!(roll(3), roll(3));
    }
}
