//! Hands as numbers: every set of `k` among `m` cards, and where it goes when a card comes or leaves.

/// A hand that does not exist after a card has left.
pub(super) const NO_HAND: u16 = u16::MAX;

/// The largest pack: its hands have to fit into a `u16`, and sets of its cards into a `u32`.
pub(super) const MAX_CARDS: usize = 16;

/// The hands of `k` among `m` cards, in the order of the combinatorial number system.
#[derive(Clone, Debug, Default)]
struct Hands {
    /// Each hand as bits over the `m` cards.
    masks: Vec<u32>,
    /// For each hand, the numbers of the hands with one of the other `m - k` cards more.
    with_another: Vec<u16>,
    /// For each card, the number of each hand without it, among the hands of `m - 1` cards:
    /// `k - 1` cards if the hand has the card, [`NO_HAND`] otherwise.
    without: Vec<Vec<u16>>,
    /// For each card, the number of each hand that lacks it among the hands of `k` of the other
    /// `m - 1` cards; [`NO_HAND`] for a hand that has it.
    beside: Vec<Vec<u16>>,
    /// The number of the hand with all other cards.
    rest: Vec<u16>,
}

/// All hands of all sizes, up to a number of cards.
#[derive(Clone, Debug)]
pub(super) struct HandTables {
    binomials: Vec<Vec<usize>>,
    hands: Vec<Vec<Hands>>,
}

impl HandTables {
    pub(super) fn new(n_cards: usize) -> HandTables {
        let mut binomials = vec![vec![0; n_cards + 2]; n_cards + 1];
        for m in 0..=n_cards {
            binomials[m][0] = 1;
            for k in 1..=m {
                binomials[m][k] = binomials[m - 1][k - 1] + binomials[m - 1][k];
            }
        }
        let mut tables = HandTables { binomials, hands: Vec::new() };
        for m in 0..=n_cards {
            let of_size = (0..=m).map(|k| tables.hands_of(m, k)).collect();
            tables.hands.push(of_size);
        }
        tables
    }

    /// How many hands of `k` among `m` cards there are.
    pub(super) fn count(&self, m: usize, k: usize) -> usize {
        self.binomials[m][k]
    }

    /// The hands as bits over the `m` cards.
    pub(super) fn masks(&self, m: usize, k: usize) -> &[u32] {
        &self.hands[m][k].masks
    }

    /// For a hand, the numbers of the hands that one of the other cards makes of it.
    pub(super) fn with_another(&self, m: usize, k: usize, hand: usize) -> &[u16] {
        &self.hands[m][k].with_another[hand * (m - k)..(hand + 1) * (m - k)]
    }

    /// For each hand, its number once it has lost a card.
    pub(super) fn without(&self, m: usize, k: usize, card: usize) -> &[u16] {
        &self.hands[m][k].without[card]
    }

    /// For each hand, its number once somebody else has laid a card.
    pub(super) fn beside(&self, m: usize, k: usize, card: usize) -> &[u16] {
        &self.hands[m][k].beside[card]
    }

    /// For each hand, the number of the hand with all other cards.
    pub(super) fn rest(&self, m: usize, k: usize) -> &[u16] {
        &self.hands[m][k].rest
    }

    /// The number of a hand.
    pub(super) fn number(&self, mask: u32) -> usize {
        let cards = (0..32).filter(|card| mask >> card & 1 == 1);
        cards.enumerate().map(|(nth, card)| self.choose(card, nth + 1)).sum()
    }

    fn choose(&self, m: usize, k: usize) -> usize {
        if k > m { 0 } else { self.binomials[m][k] }
    }

    fn hands_of(&self, m: usize, k: usize) -> Hands {
        let mut masks = vec![0; self.binomials[m][k]];
        for mask in (0..1u32 << m).filter(|mask| mask.count_ones() as usize == k) {
            masks[self.number(mask)] = mask;
        }
        let others = |mask: u32| (0..m).filter(move |card| mask >> card & 1 == 0);
        let with_another = masks
            .iter()
            .flat_map(|mask| others(*mask).map(move |card| self.number(mask | 1 << card) as u16))
            .collect();
        let moved = |has: bool| {
            let number = |mask: u32, card: usize| {
                let lower = mask & ((1 << card) - 1);
                let squeezed = lower | (mask >> (card + 1)) << card;
                if (mask >> card & 1 == 1) == has { self.number(squeezed) as u16 } else { NO_HAND }
            };
            (0..m).map(|card| masks.iter().map(|mask| number(*mask, card)).collect()).collect()
        };
        let rest = masks.iter().map(|mask| self.number(!mask & ((1 << m) - 1)) as u16).collect();
        Hands { with_another, without: moved(true), beside: moved(false), rest, masks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_comes_and_leaves_changes_nothing() {
        let tables = HandTables::new(7);
        for (m, k) in [(7, 2), (5, 3), (4, 0), (6, 5)] {
            let grown = tables.masks(m, k + 1);
            for (hand, mask) in tables.masks(m, k).iter().enumerate() {
                assert_eq!(tables.number(*mask), hand);
                let others = (0..m).filter(|card| mask >> card & 1 == 0);
                for (card, number) in others.zip(tables.with_another(m, k, hand)) {
                    assert_eq!(grown[usize::from(*number)], mask | 1 << card);
                    // Without the card, the hand is what it is among the others.
                    let left = tables.without(m, k + 1, card)[usize::from(*number)];
                    assert_eq!(left, tables.beside(m, k, card)[hand]);
                }
                let rest = tables.masks(m, m - k)[usize::from(tables.rest(m, k)[hand])];
                assert_eq!((rest & mask, rest | mask), (0, (1 << m) - 1));
            }
        }
    }
}
