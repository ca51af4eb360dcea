//! The deck of one game: card files shuffled together, once or twice.

use std::collections::HashMap;

use crate::card::Card;
use crate::file::CardFile;
use crate::problem::{Problem, in_order};

/// The cards that everybody is dealt.
const HAND: usize = 7;

/// The most cards a table can hold.
const MOST_CARDS: usize = 192;

/// From so many seats on, two copies of every card are shuffled together.
const TWO_DECKS: usize = 5;

/// The cards of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The different cards.
    pub cards: Vec<Card>,
    /// How many copies of each there are: one or two.
    pub copies: usize,
}

impl Deck {
    /// Puts card files together for a number of seats.
    ///
    /// # Errors
    /// Everything that makes it no deck: seats that cannot be, two cards of one name, too few or
    /// too many cards, no eight.
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
        if there > MOST_CARDS {
            complain(format!("too many cards: {there}, but a table holds {MOST_CARDS}"));
        }
        if !cards.iter().any(Card::is_eight) {
            complain("no eight: nobody could ever change the colour at will".to_owned());
        }
        problems.extend(twins(files));
        if problems.is_empty() { Ok(Deck { cards, copies }) } else { Err(in_order(problems)) }
    }

    /// How many cards are shuffled.
    pub fn len(&self) -> usize {
        self.cards.len() * self.copies
    }

    /// Whether there is no card at all; a deck that was made always has some.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
}

/// The fewest cards with which so many seats can begin: the hands, the discard, and a card to draw for each.
fn least(seats: usize) -> usize {
    seats * HAND + 1 + seats
}

/// Cards of the same name in different files.
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
