//! The stream of words that the parsers consume, with the farthest failure.

use winnow::Parser;
use winnow::error::EmptyError;
use winnow::stream::{Stateful, Stream};

/// The words of one sentence, including commas and the full stop.
pub(super) type Words<'t> = Stateful<&'t [&'t str], Farthest>;

/// The result of a parser. The reason for a failure is in [`Farthest`].
pub(super) type Read<T> = Result<T, EmptyError>;

/// The farthest word at which any parser failed, and what it expected there.
///
/// Alternatives that fail early say little. The one that got farthest is probably what the author meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Farthest {
    /// The number of words in the sentence.
    pub(super) total: usize,
    /// The index of the word, from zero.
    pub(super) at: usize,
    /// The words accepted there.
    pub(super) expected: Vec<&'static str>,
    /// A word that is wrong although the words after it parsed, like "a" before "asset": its index, the
    /// index after the parsed words, and the right word.
    insisted: Option<(usize, usize, &'static str)>,
    /// The position where the sentence goes on although it already has the maximum number of steps.
    pub(super) full: Option<usize>,
}

impl Farthest {
    /// The start of a sentence with this many words.
    pub(super) fn at_start(total: usize) -> Self {
        Farthest { total, ..Farthest::default() }
    }

    /// Records that a word was expected at an index.
    fn miss(&mut self, at: usize, word: &'static str) {
        if at > self.at {
            self.at = at;
            self.expected.clear();
        }
        if at == self.at && !self.expected.contains(&word) {
            self.expected.push(word);
        }
    }

    /// The final diagnosis: an `insisted` word counts if no parser got beyond it.
    pub(super) fn settled(self) -> Self {
        match self.insisted {
            Some((at, end, word)) if self.at <= end => Farthest { at, expected: vec![word], ..self },
            _ => self,
        }
    }
}

/// The index of the next word.
pub(super) fn position(words: &Words<'_>) -> usize {
    words.state.total - words.input.len()
}

/// Fails because another word was needed at an index already passed.
pub(super) fn insist<T>(words: &mut Words<'_>, at: usize, word: &'static str) -> Read<T> {
    let end = position(words);
    if words.state.insisted.is_none_or(|(_, other, _)| other <= end) {
        words.state.insisted = Some((at, end, word));
    }
    Err(EmptyError)
}

/// Parses a fixed phrase, word by word.
pub(super) fn phrase<'t>(text: &'static str) -> impl Parser<Words<'t>, (), EmptyError> {
    move |words: &mut Words<'t>| {
        let start = words.checkpoint();
        for piece in pieces(text) {
            let at = position(words);
            if words.next_token() != Some(piece) {
                words.reset(&start);
                words.state.miss(at, piece);
                return Err(EmptyError);
            }
        }
        Ok(())
    }
}

/// Parses the first phrase of a table that matches.
pub(super) fn one_of<'t, T: Copy>(
    table: &'static [(T, &'static str)],
) -> impl Parser<Words<'t>, T, EmptyError> {
    move |words: &mut Words<'t>| {
        let fit = table.iter().find(|(_, text)| phrase(text).parse_next(words).is_ok());
        fit.map(|(meaning, _)| *meaning).ok_or(EmptyError)
    }
}

/// The phrase of a table for a meaning.
pub(super) fn word_for<T: Copy + PartialEq>(table: &'static [(T, &'static str)], meaning: T) -> &'static str {
    table.iter().find(|(other, _)| *other == meaning).map_or("", |(_, text)| *text)
}

/// The words of a phrase; a comma is a separate word.
pub(super) fn pieces(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(' ').flat_map(|word| {
        let (word, comma) = match word.strip_suffix(',') {
            Some(word) => (word, Some(",")),
            None => (word, None),
        };
        Some(word).filter(|word| !word.is_empty()).into_iter().chain(comma)
    })
}
