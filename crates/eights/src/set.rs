//! Card numbers and sets of cards as bit sets.

use std::fmt;

/// The largest number of cards in a game.
pub const MAX_CARDS: usize = 192;

/// One physical card. Deliberately neither `Serialize` nor `Display`: outside the engine a card
/// exists only as what a viewer can see of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(u8);

impl CardId {
    /// The card with this number.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`MAX_CARDS`]. Games build their packs from checked sheets, so this
    /// never depends on input.
    pub const fn new(index: usize) -> CardId {
        assert!(index < MAX_CARDS, "a table holds at most 192 cards");
        CardId(index as u8)
    }

    /// The card with a number that is known to be valid because it came from [`CardId::index`].
    #[inline]
    pub(crate) const fn known(number: u8) -> CardId {
        CardId(number)
    }

    /// The number of the card.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cards, one bit per card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet([u64; 3]);

impl CardSet {
    /// The empty set.
    pub const NONE: CardSet = CardSet([0; 3]);

    /// The set with the given bits, 64 cards per word.
    pub const fn from_words(words: [u64; 3]) -> CardSet {
        CardSet(words)
    }

    /// The bits, 64 cards per word.
    pub const fn words(&self) -> &[u64; 3] {
        &self.0
    }

    /// Adds a card.
    #[inline]
    pub const fn insert(&mut self, card: CardId) {
        self.0[card.index() >> 6] |= 1 << (card.0 & 63);
    }

    /// Removes a card.
    #[inline]
    pub const fn remove(&mut self, card: CardId) {
        self.0[card.index() >> 6] &= !(1 << (card.0 & 63));
    }

    /// Whether the card is in the set.
    #[inline]
    pub const fn has(&self, card: CardId) -> bool {
        self.0[card.index() >> 6] & (1 << (card.0 & 63)) != 0
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Whether the set has no cards.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The intersection of the two sets.
    #[must_use]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    /// The union of the two sets.
    #[must_use]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }

    /// The cards of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: CardSet) -> CardSet {
        CardSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }

    /// The lowest card in both sets, and whether they share more cards.
    #[inline]
    pub(crate) const fn first_common(&self, other: &CardSet) -> Option<(CardId, bool)> {
        // Reads word by word: a read of the whole set would stall on a pending write to a single
        // word.
        let mut word = 0;
        while word < 3 {
            let common = self.0[word] & other.0[word];
            if common != 0 {
                let card = CardId((word as u32 * 64 + common.trailing_zeros()) as u8);
                let mut more = common & (common - 1) != 0;
                let mut rest = word + 1;
                while rest < 3 {
                    more |= self.0[rest] & other.0[rest] != 0;
                    rest += 1;
                }
                return Some((card, more));
            }
            word += 1;
        }
        None
    }

    /// The card with the lowest number.
    pub const fn first(&self) -> Option<CardId> {
        let mut word = 0;
        while word < 3 {
            if self.0[word] != 0 {
                return Some(CardId((word as u32 * 64 + self.0[word].trailing_zeros()) as u8));
            }
            word += 1;
        }
        None
    }

    /// The cards, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest.remove(card);
            Some(card)
        })
    }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(cards: I) -> CardSet {
        let mut set = CardSet::NONE;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// A `CardSet` behaves like a `BTreeSet` of card numbers.
        #[test]
        fn card_sets_behave_like_sets(steps in prop::collection::vec((any::<bool>(), 0..MAX_CARDS), 0..300)) {
            let (mut bits, mut plain) = (CardSet::NONE, BTreeSet::new());
            for (add, index) in steps {
                if add {
                    bits.insert(CardId::new(index));
                    plain.insert(index);
                } else {
                    bits.remove(CardId::new(index));
                    plain.remove(&index);
                }
                prop_assert_eq!(bits.has(CardId::new(index)), add);
            }
            prop_assert_eq!(bits.len(), plain.len());
            prop_assert_eq!(bits.is_empty(), plain.is_empty());
            let listed: Vec<usize> = bits.iter().map(CardId::index).collect();
            prop_assert_eq!(listed, plain.into_iter().collect::<Vec<_>>());
        }
    }
}
