//! One mistake in a card file or a deck, with its place.

use std::fmt;

use eights::sort;
use serde::Serialize;

/// How many problems are listed; the rest is summarised as "more".
pub(crate) const MAX_PROBLEMS: usize = 100;

/// One mistake, with its place and an optional suggestion.
///
/// Problems sort in reading order: by file, then by line and column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Problem {
    /// The file with the mistake.
    pub file: String,
    /// The line, from one; none if the problem concerns the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The key, such as `card[3].text`; empty if the problem concerns the whole file.
    pub path: String,
    /// What is wrong, in plain words.
    pub message: String,
    /// What was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem with a whole file.
    pub fn of_file(file: &str, message: impl Into<String>) -> Self {
        Problem {
            file: file.to_owned(),
            line: None,
            column: None,
            path: String::new(),
            message: message.into(),
            suggestion: None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.file.clone();
        for number in [self.line, self.column].into_iter().flatten() {
            text.push_str(&format!(":{number}"));
        }
        for part in [&self.path, &self.message].into_iter().filter(|part| !part.is_empty()) {
            text.push_str(": ");
            text.push_str(part);
        }
        if let Some(meant) = &self.suggestion {
            text.push_str(&format!("; did you mean \"{meant}\"?"));
        }
        // Each problem is one line, even if a hostile file contains control characters.
        f.write_str(&text.replace(char::is_control, " "))
    }
}

impl std::error::Error for Problem {}

/// Sorts problems in reading order, removes duplicates and truncates a long list.
pub(crate) fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    sort(&mut problems);
    problems.dedup();
    if problems.len() > MAX_PROBLEMS {
        problems.truncate(MAX_PROBLEMS);
        let file = problems[MAX_PROBLEMS - 1].file.clone();
        problems.push(Problem::of_file(&file, "there are more problems; only the first are listed"));
    }
    problems
}

/// The nearest candidate by edit distance, if at most a third of its letters differ.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Edit distance takes quadratic time, so very long words are not compared.
    if word.len() > 40 {
        return None;
    }
    let word = word.trim().to_ascii_lowercase();
    let distance = |other: &str| strsim::osa_distance(&word, &other.to_ascii_lowercase());
    let near =
        candidates.into_iter().map(|other| (distance(other), other)).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, other)| *distance <= other.chars().count() / 3).map(|(_, other)| other)
}
