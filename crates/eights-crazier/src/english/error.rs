//! What is said about a sentence that is none: the place, what belongs there, and what was probably meant.

use super::nearest;
use super::split::Sentence;
use super::stream::Farthest;
use super::{LONGEST_TEXT, MOST_SENTENCES};
use crate::ability::MOST_STEPS;

/// How many expected words are listed.
const LISTED: usize = 8;

/// A sentence that is no sentence of the language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {}", self.message())]
pub struct SentenceError {
    /// Where it goes wrong, in bytes from the beginning of the text.
    pub at: usize,
    /// The same in characters, counted from one.
    pub column: usize,
    /// The word that stands there; empty at the end.
    pub found: String,
    /// What could stand there instead, the likeliest first; a few only.
    pub expected: Vec<String>,
    /// The nearest sentence that does parse.
    pub nearest: String,
    /// If that sentence is an example of the table of forms: its form, with the parts that may
    /// vary in angle brackets. Otherwise it is the sentence itself, mended.
    pub form: Option<&'static str>,
}

impl SentenceError {
    /// The error without its place: "“destory” is not understood here; expected “destroy”".
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

    /// An error of one sentence, after the readers have given up.
    pub(super) fn new(text: &str, sentence: &Sentence, wrong: Farthest) -> Self {
        let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
        let meant = nearest::meant(&words);
        let place = sentence.place(wrong.at);
        let slip = sentence.slip.filter(|(at, _)| wrong.expected.is_empty() || *at <= place);
        let (at, expected) = match slip {
            Some((at, belongs)) => (at, vec![belongs.to_owned()]),
            None if wrong.full == Some(wrong.at) => {
                (place, vec![format!("the end: a sentence has at most {MOST_STEPS} steps")])
            }
            None => (place, likeliest(&wrong.expected, words.get(wrong.at).copied().unwrap_or(""))),
        };
        SentenceError { expected, nearest: meant.sentence, form: meant.form, ..at_place(text, at) }
    }

    /// The error of a text that does not fit on a card.
    pub(super) fn too_long(text: &str) -> Self {
        let at = (0..=LONGEST_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let meant = nearest::meant(&[]);
        let expected = vec![format!("a text of at most {LONGEST_TEXT} bytes")];
        SentenceError { expected, nearest: meant.sentence, form: meant.form, ..at_place(text, at) }
    }

    /// The error of a text with too many sentences.
    pub(super) fn too_many(text: &str, at: usize) -> Self {
        let meant = nearest::meant(&[]);
        let expected = vec![format!("the end: a card has at most {MOST_SENTENCES} sentences")];
        SentenceError { expected, nearest: meant.sentence, form: meant.form, ..at_place(text, at) }
    }
}

/// An error that knows its place and what stands there, and nothing else yet.
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

/// The expected words, those that look like what was found first.
fn likeliest(expected: &[&'static str], found: &str) -> Vec<String> {
    let mut words: Vec<&str> = expected.to_vec();
    // Sorting by likeness keeps the order of the grammar among equals.
    words.sort_by_key(|word| nearest::unlike(found, word));
    let mut listed: Vec<String> = words.iter().take(LISTED).map(|word| format!("\"{word}\"")).collect();
    if words.len() > LISTED {
        listed.push("…".to_owned());
    }
    listed
}
