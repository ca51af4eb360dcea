//! Splits a text into sentences, and a sentence into words.

/// One sentence: its words, with the first in lower case, and their positions.
pub(super) struct Sentence {
    /// Where it begins in the text, as a byte offset.
    pub(super) start: usize,
    /// Where it ends in the text, as a byte offset.
    pub(super) end: usize,
    /// The words; each comma and full stop is a word too.
    pub(super) words: Vec<String>,
    /// The byte offset of each word in the text.
    pub(super) places: Vec<usize>,
    /// The first mistake in spacing or capitals: its position, and what belongs there.
    pub(super) slip: Option<(usize, &'static str)>,
}

impl Sentence {
    /// The byte offset of a word; the end of the sentence for the word after the last.
    pub(super) fn place(&self, word: usize) -> usize {
        self.places.get(word).copied().unwrap_or(self.end)
    }
}

/// Splits a text into sentences. There is always at least one, possibly empty.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut start = 0;
    loop {
        let end = text[start..].find('.').map_or(text.len(), |at| start + at + 1);
        found.push(words(text, start, end));
        if end == text.len() {
            return found;
        }
        start = end;
    }
}

/// Splits one sentence into words and records the first mistake in spacing or capitals.
fn words(text: &str, from: usize, end: usize) -> Sentence {
    // The single space between two sentences belongs to neither.
    let gap = usize::from(from > 0 && text[from..end].starts_with(' '));
    let start = from + gap;
    let mut sentence = Sentence { start, end, words: Vec::new(), places: Vec::new(), slip: None };
    if from > 0 && gap == 0 {
        sentence.slip = Some((from, "a space"));
    }
    if from > 0 && start == end {
        sentence.slip = Some((from, "the end, without a space"));
    }
    let mut at = start;
    for part in text[start..end].split_inclusive([' ', ',', '.']) {
        let word = part.trim_end_matches([' ', ',', '.']);
        if !word.is_empty() {
            sentence.push(word, at);
        }
        let mark = at + word.len();
        match &part[word.len()..] {
            "," => sentence.push(",", mark),
            "." => sentence.push(".", mark),
            // The space after a comma leaves an empty word, which is fine.
            " " if word.is_empty() && sentence.after_comma(at) => {}
            " " if word.is_empty() => sentence.note(at, "a word, not a space"),
            _ => {}
        }
        at += part.len();
    }
    sentence.check_commas(text);
    sentence.lower_first();
    sentence
}

impl Sentence {
    fn push(&mut self, word: &str, at: usize) {
        self.words.push(word.to_owned());
        self.places.push(at);
    }

    fn note(&mut self, at: usize, belongs: &'static str) {
        if self.slip.is_none_or(|(other, _)| at < other) {
            self.slip = Some((at, belongs));
        }
    }

    /// Whether the last word is a comma that ends at this position.
    fn after_comma(&self, at: usize) -> bool {
        let last = self.words.last().zip(self.places.last());
        last.is_some_and(|(word, place)| word == "," && place + 1 == at)
    }

    /// Checks that commas and full stops directly follow a word, and that a space follows each comma.
    fn check_commas(&mut self, text: &str) {
        for number in 0..self.words.len() {
            let place = self.places[number];
            let mark = matches!(self.words[number].as_str(), "," | ".");
            if mark && text[..place].ends_with(' ') {
                self.note(place - 1, "no space before a comma or full stop");
            }
            if self.words[number] == "," && !text[place + 1..].starts_with(' ') {
                self.note(place + 1, "a space");
            }
        }
    }

    /// Checks for the initial capital letter and lowers it, because the grammar is in lower case.
    fn lower_first(&mut self) {
        let Some(first) = self.words.first_mut() else { return };
        if first.starts_with(|c: char| c.is_ascii_uppercase()) {
            first[..1].make_ascii_lowercase();
        } else if first.starts_with(char::is_alphabetic) {
            let start = self.start;
            self.note(start, "a capital letter");
        }
    }
}
