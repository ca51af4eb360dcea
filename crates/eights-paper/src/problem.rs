//! One mistake on a paper, and where it stands.

use std::fmt;

use serde::Serialize;

/// How many problems are listed before the rest is only counted as "more".
///
/// A person mends a handful at a time; a hostile paper could hold a hundred thousand.
pub(crate) const LISTED: usize = 100;

/// One mistake, with its place and, where there is one, a suggestion.
///
/// Problems sort in reading order: by file, then by line and column.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Problem {
    /// The paper on which it stands: a file name, or `override`.
    pub file: String,
    /// The line, counted from one; none if the paper never was a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in characters, counted from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The key path, such as `turn.draw`; empty if it concerns the whole paper.
    pub path: String,
    /// What is wrong, in plain words.
    pub message: String,
    /// The word that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem that concerns a whole file and no single line of it.
    pub fn of_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Problem {
            file: file.into(),
            line: None,
            column: None,
            path: String::new(),
            message: message.into(),
            suggestion: None,
        }
    }

    /// The same problem with the word that was probably meant.
    #[must_use]
    pub fn suggest(mut self, word: impl Into<String>) -> Self {
        self.suggestion = Some(word.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.file.clone();
        for number in [self.line, self.column].into_iter().flatten() {
            text.push_str(&format!(":{number}"));
        }
        for part in [&self.path, &self.message].into_iter().filter(|part| !part.is_empty()) {
            if !text.is_empty() {
                text.push_str(": ");
            }
            text.push_str(part);
        }
        if let Some(word) = &self.suggestion {
            text.push_str(&format!("; did you mean \"{word}\"?"));
        }
        // One problem is one line, whatever a hostile file name or key holds.
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
        problems.push(Problem::of_file(file, "there are more problems; only the first are listed"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_one_line() {
        let mut problem = Problem::of_file("a\nb.toml", "is\twrong").suggest("right");
        assert_eq!(problem.to_string(), "a b.toml: is wrong; did you mean \"right\"?");
        problem.line = Some(3);
        problem.column = Some(7);
        problem.path = "turn.draw".to_owned();
        assert_eq!(problem.to_string(), "a b.toml:3:7: turn.draw: is wrong; did you mean \"right\"?");
    }

    #[test]
    fn reading_order_and_no_flood() {
        let at = |line| Problem { line: Some(line), ..Problem::of_file("a", "x") };
        assert_eq!(in_order(vec![at(10), at(9), at(9)]), [at(9), at(10)]);
        let flood = in_order((0..1000).map(at).collect());
        assert_eq!(flood.len(), LISTED + 1);
        assert_eq!(flood[0], at(0));
    }
}
