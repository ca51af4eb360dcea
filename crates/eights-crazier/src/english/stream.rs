//! The stream of words that the readers walk along, and how far they ever got.

use winnow::Parser;
use winnow::error::EmptyError;
use winnow::stream::{Stateful, Stream};

/// The words of one sentence, commas and the full stop among them.
pub(super) type Words<'t> = Stateful<&'t [&'t str], Farthest>;

/// What a reader returns. Why it failed stands in [`Farthest`].
pub(super) type Read<T> = Result<T, EmptyError>;

/// The farthest word at which any reader gave up, and what it would have liked there.
///
/// Alternatives that give up early say little; the one that came farthest is what
/// the writer meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Farthest {
    /// How many words the sentence has.
    pub(super) total: usize,
    /// The number of the word, counted from nought.
    pub(super) at: usize,
    /// Which words could have stood there.
    pub(super) expected: Vec<&'static str>,
    /// A word that is wrong although what follows it was understood, like "a" before "asset":
    /// its place, the place after what followed, and the right word.
    insisted: Option<(usize, usize, &'static str)>,
    /// Where a sentence goes on although it has as many steps as it may have.
    pub(super) full: Option<usize>,
}

impl Farthest {
    /// The beginning of a sentence of so many words.
    pub(super) fn at_start(total: usize) -> Self {
        Farthest { total, ..Farthest::default() }
    }

    /// Notes that a word was missing at a place.
    fn miss(&mut self, at: usize, word: &'static str) {
        if at > self.at {
            self.at = at;
            self.expected.clear();
        }
        if at == self.at && !self.expected.contains(&word) {
            self.expected.push(word);
        }
    }

    /// The final word on what is wrong: an insistence counts if nothing went beyond it.
    pub(super) fn settled(self) -> Self {
        match self.insisted {
            Some((at, end, word)) if self.at <= end => Farthest { at, expected: vec![word], ..self },
            _ => self,
        }
    }
}

/// The number of the next word.
pub(super) fn position(words: &Words<'_>) -> usize {
    words.state.total - words.input.len()
}

/// Gives up because another word should have stood at a place already passed.
pub(super) fn insist<T>(words: &mut Words<'_>, at: usize, word: &'static str) -> Read<T> {
    let end = position(words);
    if words.state.insisted.is_none_or(|(_, other, _)| other <= end) {
        words.state.insisted = Some((at, end, word));
    }
    Err(EmptyError)
}

/// A fixed phrase, word by word.
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

/// One of the phrases of a table, the first that fits.
pub(super) fn one_of<'t, T: Copy>(
    table: &'static [(T, &'static str)],
) -> impl Parser<Words<'t>, T, EmptyError> {
    move |words: &mut Words<'t>| {
        let fit = table.iter().find(|(_, text)| phrase(text).parse_next(words).is_ok());
        fit.map(|(meaning, _)| *meaning).ok_or(EmptyError)
    }
}

/// The phrase of a table that stands for a meaning.
pub(super) fn word_for<T: Copy + PartialEq>(table: &'static [(T, &'static str)], meaning: T) -> &'static str {
    table.iter().find(|(other, _)| *other == meaning).map_or("", |(_, text)| *text)
}

/// The words of a phrase; a comma is a word of its own.
pub(super) fn pieces(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split(' ').flat_map(|word| {
        let (word, comma) = match word.strip_suffix(',') {
            Some(word) => (word, Some(",")),
            None => (word, None),
        };
        Some(word).filter(|word| !word.is_empty()).into_iter().chain(comma)
    })
}
