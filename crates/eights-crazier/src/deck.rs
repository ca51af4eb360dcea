//! The deck of one game: card files combined, with one or two copies of each card.

use std::collections::HashMap;

use eights::MAX_CARDS;

use crate::card::Card;
use crate::file::CardFile;
use crate::problem::{Problem, in_order};

/// Cards dealt to each player.
const HAND: usize = 7;

/// With this many seats or more, the deck has two copies of every card.
const TWO_DECKS: usize = 5;

/// The cards of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The distinct cards.
    pub cards: Vec<Card>,
    /// How many copies of each card: one or two.
    pub copies: usize,
}

impl Deck {
    /// Combines card files for a number of seats.
    ///
    /// # Errors
    /// Every reason why this is not a valid deck: an impossible number of seats, two cards with the
    /// same name, too few or too many cards, no eight.
    pub fn new(files: &[&CardFile], seats: usize) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let all = match files {
            [] => "deck".to_owned(),
            files => files.iter().map(|file| file.file.as_str()).collect::<Vec<_>>().join(" + "),
        };
        let mut complain = |message: String| problems.push(Problem::of_file(&all, message));
        let copies = if seats >= TWO_DECKS { 2 } else { 1 };
        let cards: Vec<Card> = files.iter().flat_map(|file| file.cards.iter().cloned()).collect();
        let (there, needed) = (cards.len() * copies, least(seats));
        if !(2..=8).contains(&seats) {
            complain(format!("a game has 2 to 8 seats, not {seats}"));
        } else if there < needed {
            complain(format!(
                "too few cards for {seats} seats: {there}, but {needed} are needed for the hands, the discard pile and a first round"
            ));
        }
        if there > MAX_CARDS {
            complain(format!("too many cards: {there}, but a table holds {MAX_CARDS}"));
        }
        if !cards.iter().any(Card::is_eight) {
            complain("no eight: nobody could ever change the colour at will".to_owned());
        }
        problems.extend(twins(files));
        if problems.is_empty() { Ok(Deck { cards, copies }) } else { Err(in_order(problems)) }
    }

    /// The number of cards, counting copies.
    pub fn len(&self) -> usize {
        self.cards.len() * self.copies
    }

    /// Whether the deck has no cards; never true for a deck from [`Deck::new`].
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
}

/// The fewest cards for this many seats: the hands, the first discard, and one card for each player to draw.
fn least(seats: usize) -> usize {
    seats * HAND + 1 + seats
}

/// Finds cards with the same name in different files.
fn twins(files: &[&CardFile]) -> Vec<Problem> {
    let mut first: HashMap<String, &str> = HashMap::new();
    let mut problems = Vec::new();
    for file in files {
        for (number, card) in file.cards.iter().enumerate() {
            if let Some(other) = first.insert(card.id(), &file.file) {
                let message = format!("\"{}\" is already the name of a card of {other}", card.name);
                let path = format!("card[{number}].name");
                let line = file.lines.get(number).copied();
                problems.push(Problem { line, path, ..Problem::of_file(&file.file, message) });
            }
        }
    }
    problems
}
