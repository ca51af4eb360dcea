//! Small fixed-size lists: the cards that a text refers to, and the abilities already applied to a deed.

use eights::{CardId, CardSet, MAX_CARDS};

/// Stands for "no card" in a list of card numbers.
pub(crate) const NO_CARD: u8 = u8::MAX;

/// The card with this number, or `None` for a placeholder.
#[inline]
pub(crate) fn card(id: u8) -> Option<CardId> {
    ((id as usize) < MAX_CARDS).then(|| CardId::new(id as usize))
}

/// A short ordered list of cards, long enough for any text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct List {
    n: u8,
    ids: [u8; 20],
}

impl List {
    pub(crate) const NONE: List = List { n: 0, ids: [NO_CARD; 20] };

    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.ids[..self.n as usize]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.n == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.n as usize
    }

    pub(crate) fn push(&mut self, card: u8) {
        if let Some(slot) = self.ids.get_mut(self.n as usize) {
            *slot = card;
            self.n += 1;
        }
    }

    pub(crate) fn remove(&mut self, card: u8) {
        if let Some(at) = self.as_slice().iter().position(|other| *other == card) {
            self.ids.copy_within(at + 1..self.n as usize, at);
            self.n -= 1;
            self.ids[self.n as usize] = NO_CARD;
        }
    }

    pub(crate) fn set(&self) -> CardSet {
        self.as_slice().iter().filter_map(|id| card(*id)).collect()
    }

    /// Maps every card number.
    pub(crate) fn each(&mut self, mut change: impl FnMut(u8) -> u8) {
        for id in &mut self.ids[..self.n as usize] {
            *id = change(*id);
        }
    }
}

/// The abilities already applied to a deed and to its replacements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    n: u8,
    by: [(u8, u8); 12],
}

impl Used {
    pub(crate) const NONE: Used = Used { n: 0, by: [(0, 0); 12] };

    /// Maps every card number.
    pub(crate) fn each_card(&mut self, mut change: impl FnMut(u8) -> u8) {
        for (card, _) in &mut self.by[..self.n as usize] {
            *card = change(*card);
        }
    }

    pub(crate) fn has(&self, card: u8, ability: u8) -> bool {
        self.by[..self.n as usize].contains(&(card, ability))
    }

    pub(crate) fn is_full(&self) -> bool {
        self.n as usize == self.by.len()
    }

    #[must_use]
    pub(crate) fn with(mut self, card: u8, ability: u8) -> Used {
        if let Some(slot) = self.by.get_mut(self.n as usize) {
            *slot = (card, ability);
            self.n += 1;
        }
        self
    }
}
