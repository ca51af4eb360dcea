//! The view of a game as it arrives in an update: its piles, and what the game's module adds.

use std::{any::Any, collections::BTreeMap, fmt, rc::Rc};

use serde::Deserialize;

/// The cards of a pile, or only their number if all are face down.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Pile {
    Count(usize),
    /// Bottom card first; `??` is a card face down.
    Cards(Vec<String>),
}

/// Every pile by its name: `stock`, `discard`, `hand A`.
pub type Piles = BTreeMap<String, Pile>;

/// What the terminal must know about the view of a game.
pub(crate) trait GameView: Any + fmt::Debug {
    /// Every pile by its name.
    fn piles(&self) -> &Piles;

    /// What the title line adds to the names of game and rules, such as the number of the hand.
    fn headline(&self) -> String {
        String::new()
    }

    /// The question to the player, where it is not just their turn.
    fn question(&self) -> Option<&'static str> {
        None
    }

    /// Puts the cards of a hand in order.
    fn sort_hand(&self, cards: &mut [String]) {
        let _ = cards;
    }

    /// The places beside the hand whose cards the cursor can reach, in the order of the screen.
    fn reachable_places(&self, you: Option<&str>, others: &[&str]) -> Vec<String> {
        let _ = (you, others);
        Vec::new()
    }

    /// The number of a seat's team, starting at 0; `None` if there are no teams.
    fn team(&self, seat: &str) -> Option<usize> {
        let _ = seat;
        None
    }

    /// Whether a seat is still in this hand.
    fn plays(&self, seat: &str) -> bool {
        let _ = seat;
        true
    }
}

/// A view of any game.
#[derive(Clone, Debug)]
pub struct Seen(Rc<dyn GameView>);

impl Seen {
    pub(crate) fn new(view: impl GameView) -> Seen {
        Seen(Rc::new(view))
    }

    /// What the game's module knows about the view.
    pub(crate) fn game(&self) -> &dyn GameView {
        &*self.0
    }

    /// The number of cards in a pile.
    pub fn count(&self, place: &str) -> usize {
        match self.0.piles().get(place) {
            Some(Pile::Count(n)) => *n,
            Some(Pile::Cards(cards)) => cards.len(),
            None => 0,
        }
    }

    /// The cards of a pile, bottom first; `??` for each card face down.
    pub fn cards(&self, place: &str) -> Vec<String> {
        match self.0.piles().get(place) {
            Some(Pile::Count(n)) => vec!["??".to_owned(); *n],
            Some(Pile::Cards(cards)) => cards.clone(),
            None => Vec::new(),
        }
    }

    /// The top card of a pile, if it is face up.
    pub fn top(&self, place: &str) -> Option<String> {
        self.cards(place).pop().filter(|card| card != "??")
    }

    /// The cards of a seat, in the order of the game.
    pub fn hand(&self, seat: &str) -> Vec<String> {
        let mut cards = self.cards(&format!("hand {seat}"));
        self.0.sort_hand(&mut cards);
        cards
    }

    /// The number of a seat's team, starting at 0; `None` if there are no teams.
    pub fn team(&self, seat: &str) -> Option<usize> {
        self.0.team(seat)
    }

    /// Whether a seat is still in this hand.
    pub fn plays(&self, seat: &str) -> bool {
        self.0.plays(seat)
    }
}

/// Sorts standard cards by suit and rank.
pub(crate) fn sort_by_suit(cards: &mut [String]) {
    cards.sort_by_key(|card| (suit_of(card).unwrap_or(SUITS.len()), rank_of(card)));
}

/// The suits in the order of a sorted hand: black and red alternate. The symbols are shapes, which take the place of
/// suits in another pack.
const SUITS: [char; 9] = ['C', 'D', 'S', 'H', '◎', '△', '✚', '□', '☆'];

/// The symbols of the suits and shapes, in the same order.
pub(crate) const SYMBOLS: [char; 9] = ['♣', '♦', '♠', '♥', '◎', '△', '✚', '□', '☆'];

/// The suit or shape of a card as an index: clubs, diamonds, spades, hearts, circles, triangles, crosses, squares,
/// stars. `None` for other texts.
pub(crate) fn suit_of(card: &str) -> Option<usize> {
    let last = card.chars().last().filter(|_| (2..=3).contains(&card.chars().count()))?;
    let is_rank = "A23456789TJQK10".contains(card.chars().next()?);
    SUITS.iter().position(|suit| *suit == last).filter(|_| is_rank)
}

/// The rank of a card as an index, the ace first.
fn rank_of(card: &str) -> usize {
    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rank = card.char_indices().last().map_or("", |(last, _)| &card[..last]);
    let number = || rank.parse::<usize>().map_or(RANKS.len(), |number| number.saturating_sub(1));
    RANKS.iter().position(|other| *other == rank).unwrap_or_else(number)
}
