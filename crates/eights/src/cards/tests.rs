//! Gathering and shuffling keep the cards and their order.

use std::fmt;

use super::*;
use crate::{dice::Seed, event::Silent};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
enum Spot {
    Left,
    Right,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Place for Spot {
    fn index(self) -> usize {
        self as usize
    }
    fn at(index: usize) -> Spot {
        if index == 0 { Spot::Left } else { Spot::Right }
    }
    fn open_to(self) -> Eyes {
        Eyes::NONE
    }
    fn is_ordered(self) -> bool {
        true
    }
}

enum Nothing {}
impl<P, C> From<CardEvent<P, C>> for Nothing {
    fn from(_: CardEvent<P, C>) -> Nothing {
        unreachable!("nobody listens")
    }
}
fn silent() -> impl Log<Nothing> {
    Silent
}

fn up(cards: &Cards<Spot, 2>, spot: Spot) -> Vec<usize> {
    let mut pile: Vec<usize> = cards.from_top(spot).map(CardId::index).collect();
    pile.reverse();
    pile
}

/// Gathering has the same result as moving the cards one by one from the bottom.
#[test]
fn gathering_keeps_the_order_of_both_parts() {
    for (n, there) in (1..7usize).flat_map(|n| (0..4usize).map(move |there| (n, there))) {
        for left in 0..=n as u8 {
            let mut cards = Cards::new((0..n).map(CardId::new).collect(), Spot::Left);
            (20..20 + there).for_each(|i| cards.place(CardId::new(i), Spot::Right));
            cards.gather(Spot::Left, Spot::Right, left, &mut silent());
            let cut = n - left as usize;
            assert_eq!(up(&cards, Spot::Left), (cut..n).collect::<Vec<_>>());
            assert_eq!(up(&cards, Spot::Right), (20..20 + there).chain(0..cut).collect::<Vec<_>>());
            assert_eq!(cards.len(Spot::Left), left as usize);
            assert_eq!(cards.set(Spot::Right).len(), there + cut);
            // The links are intact in both directions: every card can be removed again.
            for card in cards.set(Spot::Right).iter() {
                cards.shift(card, Spot::Right, Spot::Left, End::Bottom, &mut silent());
            }
            assert_eq!(cards.from_top(Spot::Left).count(), n + there);
        }
    }
}

#[test]
fn a_shuffle_keeps_the_cards_and_puts_wished_cards_on_top() {
    let pack: CardSet = (0..30).map(CardId::new).collect();
    let mut cards: Cards<Spot, 2> = Cards::new(pack, Spot::Left);
    let wish = |i: usize| [CardId::new(i)].into_iter().collect();
    let mut dice = Dice::at(&Seed::from_number(4), 0).wishing(vec![wish(7), wish(3), wish(29)]);
    cards.shuffle(Spot::Left, &mut dice, &mut silent());
    let top: Vec<usize> = cards.from_top(Spot::Left).take(3).map(CardId::index).collect();
    assert_eq!(top, [7, 3, 29]);
    assert_eq!(cards.set(Spot::Left), pack);
    let mut pile = up(&cards, Spot::Left);
    pile.sort_unstable();
    assert_eq!(pile, (0..30).collect::<Vec<_>>());
}

/// Cards that somebody knows stay where they are; the others come in every order.
#[test]
fn only_unseen_cards_are_reordered() {
    let pack: CardSet = (0..5).map(CardId::new).collect();
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..600 {
        let mut cards: Cards<Spot, 2> = Cards::new(pack, Spot::Left);
        cards.show(CardId::new(1), Spot::Left, Eyes::of(Seat::new(3)), &mut silent());
        cards.show(CardId::new(4), Spot::Left, Eyes::ALL, &mut silent());
        let before = cards.clone();
        cards.reorder_unseen(Spot::Left, 0, &mut Dice::at(&Seed::from_number(number), 0));
        let order = up(&cards, Spot::Left);
        // Of the top two one is known; the other one changes places with the card that is there now.
        let mut kept = before;
        kept.reorder_unseen(Spot::Left, 2, &mut Dice::at(&Seed::from_number(number), 0));
        let exchanged = |card: usize| {
            if card == 3 {
                order[3]
            } else if card == order[3] {
                3
            } else {
                card
            }
        };
        assert_eq!(up(&kept, Spot::Left), order.iter().map(|card| exchanged(*card)).collect::<Vec<_>>());
        assert_eq!((order[1], order[4], cards.set(Spot::Left)), (1, 4, pack));
        *seen.entry(order).or_insert(0) += 1;
    }
    // Six orders of three cards, each expected a hundred times, give or take nine.
    assert_eq!(seen.len(), 6);
    assert!(seen.values().all(|n| (55..=145).contains(n)), "{seen:?}");
}
