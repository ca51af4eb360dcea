//! Errors about sentences that do not parse: where, what was expected, and what was probably meant.

use eights::sort_by;

use super::nearest;
use super::split::Sentence;
use super::stream::Farthest;
use super::{MAX_SENTENCES, MAX_TEXT_BYTES};
use crate::ability::MAX_STEPS;

/// How many expected words a message lists.
const MAX_EXPECTED_WORDS: usize = 8;

/// A sentence that does not parse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {}", self.message())]
pub struct SentenceError {
    /// Where it goes wrong, as a byte offset into the text.
    pub at: usize,
    /// The same in characters, counted from one.
    pub column: usize,
    /// The word found there; empty at the end of the sentence.
    pub found: String,
    /// What would be accepted there, likeliest first; only a few.
    pub expected: Vec<String>,
    /// The nearest sentence that does parse.
    pub nearest: String,
    /// The form, with its variable parts in angle brackets, if `nearest` is an example from the table
    /// of forms. `None` if `nearest` is the sentence itself, corrected.
    pub form: Option<&'static str>,
}

impl SentenceError {
    /// The error without its column: "“destory” is not understood here; expected “destroy”".
    pub fn message(&self) -> String {
        let found = match self.found.as_str() {
            "" => "the sentence ends too early".to_owned(),
            found => format!("\"{found}\" is not understood here"),
        };
        match self.expected.as_slice() {
            [] => found,
            [only] => format!("{found}; expected {only}"),
            many => format!("{found}; expected one of {}", many.join(" | ")),
        }
    }

    /// The error for one sentence, from the farthest point that the parsers reached.
    pub(super) fn new(text: &str, sentence: &Sentence, wrong: Farthest) -> Self {
        let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
        let meant = nearest::meant(&words);
        let place = sentence.place(wrong.at);
        let slip = sentence.slip.filter(|(at, _)| wrong.expected.is_empty() || *at <= place);
        let (at, expected) = match slip {
            Some((at, belongs)) => (at, vec![belongs.to_owned()]),
            None if wrong.full == Some(wrong.at) => {
                (place, vec![format!("the end: a sentence has at most {MAX_STEPS} steps")])
            }
            None => (place, likeliest(&wrong.expected, words.get(wrong.at).copied().unwrap_or(""))),
        };
        SentenceError { expected, nearest: meant.sentence, form: meant.form, ..at_place(text, at) }
    }

    /// The error for a text that is too long for a card.
    pub(super) fn too_long(text: &str) -> Self {
        let at = (0..=MAX_TEXT_BYTES).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let meant = nearest::meant(&[]);
        let expected = vec![format!("a text of at most {MAX_TEXT_BYTES} bytes")];
        SentenceError { expected, nearest: meant.sentence, form: meant.form, ..at_place(text, at) }
    }

    /// The error for a text with too many sentences.
    pub(super) fn too_many(text: &str, at: usize) -> Self {
        let meant = nearest::meant(&[]);
        let expected = vec![format!("the end: a card has at most {MAX_SENTENCES} sentences")];
        SentenceError { expected, nearest: meant.sentence, form: meant.form, ..at_place(text, at) }
    }
}

/// An error with only its place and the word found there filled in.
fn at_place(text: &str, at: usize) -> SentenceError {
    let word = text[at..].split([' ', ',', '.']).next().unwrap_or("");
    let found = match word {
        "" => text[at..].chars().next().map(String::from).unwrap_or_default(),
        word => word.chars().take(40).collect(),
    };
    SentenceError {
        at,
        column: text[..at].chars().count() + 1,
        found,
        expected: Vec::new(),
        nearest: String::new(),
        form: None,
    }
}

/// The expected words, most similar to the found word first.
fn likeliest(expected: &[&'static str], found: &str) -> Vec<String> {
    let mut words: Vec<&str> = expected.to_vec();
    // The sort is stable, so equally similar words stay in grammar order.
    sort_by(&mut words, |a, b| nearest::unlike(found, a).cmp(&nearest::unlike(found, b)));
    let mut listed: Vec<String> =
        words.iter().take(MAX_EXPECTED_WORDS).map(|word| format!("\"{word}\"")).collect();
    if words.len() > MAX_EXPECTED_WORDS {
        listed.push("…".to_owned());
    }
    listed
}
