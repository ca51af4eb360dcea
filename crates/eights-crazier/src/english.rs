//! The closed English of the cards: reading sentences into abilities and saying them again.
//!
//! Each file of this folder is about one part of speech and holds both
//! directions side by side: `say_…` prints, `read_…` parses. Fixed words come
//! from tables that both use. The language is exact: one tree has one sentence,
//! and what does not print back letter by letter does not parse.
//!
//! There is no recursion in the grammar and every list in it is bounded, so
//! neither time nor stack depends on what somebody writes.

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

use crate::ability::{Ability, Condition, MOST_SENTENCES, Moment, Step};

pub use error::SentenceError;
pub use forms::{FORMS, Form};

/// The longest text a card may have, in bytes. There must be room on the card.
pub const LONGEST_TEXT: usize = 600;

/// Reads the text of a card.
///
/// # Errors
/// The first sentence that is no sentence of the language; [`parse_all`] lists every one.
pub fn parse(text: &str) -> Result<Vec<Ability>, SentenceError> {
    parse_all(text).map_err(|mut errors| errors.remove(0))
}

/// Reads the text of a card and lists every sentence that is wrong, never an empty list.
///
/// # Errors
/// All sentences that are no sentences of the language.
pub fn parse_all(text: &str) -> Result<Vec<Ability>, Vec<SentenceError>> {
    if text.len() > LONGEST_TEXT {
        return Err(vec![SentenceError::too_long(text)]);
    }
    let sentences = split::sentences(text);
    let mut abilities = Vec::new();
    let mut errors = Vec::new();
    for (number, sentence) in sentences.iter().enumerate() {
        if number == MOST_SENTENCES {
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

/// Says abilities as the text of a card.
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

/// A deed that would happen, as a part of a sentence.
pub(crate) fn would(deed: &crate::ability::Pattern) -> String {
    pattern::say_pattern(deed, pattern::Mood::Would)
}

/// What cannot happen, as a part of a sentence.
pub(crate) fn never(blow: &crate::ability::Blow) -> String {
    pattern::say_never(blow)
}

/// A sentence with its capital letter and its full stop.
fn finish(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
