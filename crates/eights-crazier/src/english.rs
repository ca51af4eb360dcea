//! The closed English of the cards: parses texts into abilities and prints abilities as text.
//!
//! Each file in this folder covers one part of a sentence and holds both directions side by side:
//! `say_…` prints, `read_…` parses. Both use the same tables of fixed words. The language is exact:
//! each tree has exactly one sentence, and a text that would not print back exactly does not parse.
//!
//! The grammar has no recursion and every list in it is bounded, so no input can use much time or stack.

mod act;
mod condition;
mod error;
mod forms;
mod kindred;
mod nearest;
mod pattern;
mod pick;
mod sentence;
mod split;
mod steps;
mod stream;
mod words;

use crate::ability::{Ability, Condition, MAX_SENTENCES, Moment, Step};

pub use error::SentenceError;
pub use forms::{FORMS, Form};

/// The maximum length of a card text, so that it fits on the card.
pub const MAX_TEXT_BYTES: usize = 600;

/// Parses the text of a card.
///
/// # Errors
/// The first sentence that does not parse; [`parse_all`] returns all of them.
pub fn parse(text: &str) -> Result<Vec<Ability>, SentenceError> {
    parse_all(text).map_err(|mut errors| errors.remove(0))
}

/// Parses the text of a card and reports every wrong sentence.
///
/// # Errors
/// Every sentence that does not parse; the list is never empty.
pub fn parse_all(text: &str) -> Result<Vec<Ability>, Vec<SentenceError>> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(vec![SentenceError::too_long(text)]);
    }
    let sentences = split::sentences(text);
    let mut abilities = Vec::new();
    let mut errors = Vec::new();
    for (number, sentence) in sentences.iter().enumerate() {
        if number == MAX_SENTENCES {
            errors.push(SentenceError::too_many(text, sentence.start));
            break;
        }
        match sentence::read(sentence) {
            Ok(ability) => abilities.push(ability),
            Err(wrong) => errors.push(SentenceError::new(text, sentence, wrong)),
        }
    }
    if errors.is_empty() { Ok(abilities) } else { Err(errors) }
}

/// Prints abilities as the text of a card.
pub fn print(abilities: &[Ability]) -> String {
    let sentences: Vec<String> = abilities.iter().map(|ability| finish(&sentence::say(ability))).collect();
    sentences.join(" ")
}

/// A moment as a part of a sentence: "at the beginning of your turn".
pub(crate) fn moment(moment: &Moment) -> String {
    pattern::say_moment(moment)
}

/// A condition as a part of a sentence: "you control a queen".
pub(crate) fn condition(condition: &Condition) -> String {
    condition::say_condition(condition)
}

/// A step as a part of a sentence: "draw a card".
pub(crate) fn step(step: &Step) -> String {
    steps::say_step(step)
}

/// A deed in the conditional, as a part of a sentence: "you would lose the game".
pub(crate) fn would(deed: &crate::ability::Pattern) -> String {
    pattern::say_pattern(deed, pattern::Mood::Would)
}

/// A prohibition, as a part of a sentence: "this card can't be destroyed".
pub(crate) fn never(blow: &crate::ability::Blow) -> String {
    pattern::say_never(blow)
}

/// Adds the capital letter and the full stop.
fn finish(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
