//! One mistake in a card file or a deck, and where it stands.

use std::fmt;

use serde::Serialize;

/// How many problems are listed before the rest is only counted as "more".
pub(crate) const LISTED: usize = 100;

/// One mistake, with its place and, where there is one, a suggestion.
///
/// Problems sort in reading order: by file, then by line and column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Problem {
    /// The file it stands in.
    pub file: String,
    /// The line, counted from one; none if it concerns the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in characters, counted from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The key, such as `card[3].text`; empty if it concerns the whole file.
    pub path: String,
    /// What is wrong, in plain words.
    pub message: String,
    /// What was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem of a whole file.
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
        // One problem is one line, whatever a hostile file holds.
        f.write_str(&text.replace(char::is_control, " "))
    }
}

impl std::error::Error for Problem {}

/// Puts problems in reading order, drops repetitions and cuts a flood short.
pub(crate) fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    problems.dedup();
    if problems.len() > LISTED {
        problems.truncate(LISTED);
        let file = problems[LISTED - 1].file.clone();
        problems.push(Problem::of_file(&file, "there are more problems; only the first are listed"));
    }
    problems
}

/// The candidate that is really near to a word, if there is one: about one slip in three letters.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 40 {
        return None;
    }
    let word = word.trim().to_ascii_lowercase();
    let distance = |other: &str| strsim::osa_distance(&word, &other.to_ascii_lowercase());
    let near =
        candidates.into_iter().map(|other| (distance(other), other)).min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, other)| *distance <= other.chars().count() / 3).map(|(_, other)| other)
}
