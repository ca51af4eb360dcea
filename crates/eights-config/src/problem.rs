//! One mistake in a document, and its position.

use std::fmt;

use serde::Serialize;

/// The number of problems that are listed; any more are cut off with a note.
///
/// A person fixes a handful at a time; a hostile document could cause a hundred thousand.
pub(crate) const MAX_PROBLEMS: usize = 100;

/// One mistake with its position and, if there is one, a suggestion.
///
/// Problems sort in reading order: by file, then by line and column.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The file name of the document, or `override`.
    pub file: String,
    /// The line, 1-based; `None` if the document was not parsed from text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub line: Option<u32>,
    /// The column in characters, 1-based.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub column: Option<u32>,
    /// The key path, such as `turn.draw`; empty if the problem concerns the whole document.
    pub path: String,
    /// What is wrong, in plain words.
    pub message: String,
    /// The word that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub suggestion: Option<String>,
}

impl Problem {
    /// A problem with a whole file rather than with one of its lines.
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

    /// Adds the word that was probably meant.
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
        // Keep one problem on one line, even if a hostile file name or key contains line breaks.
        f.write_str(&text.replace(char::is_control, " "))
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// Sorts problems in reading order, by binary insertion: there are few, and the sort of the standard library is 4 KB
    /// of the browser's engine.
    pub fn sort(problems: &mut Vec<Problem>) {
        let mut sorted: Vec<Problem> = Vec::with_capacity(problems.len());
        for problem in problems.drain(..) {
            sorted.insert(sorted.partition_point(|other| *other <= problem), problem);
        }
        *problems = sorted;
    }
}

/// Sorts problems in reading order, removes duplicates and cuts off after [`MAX_PROBLEMS`].
pub(crate) fn in_order(mut problems: Vec<Problem>) -> Vec<Problem> {
    Problem::sort(&mut problems);
    problems.dedup();
    if problems.len() > MAX_PROBLEMS {
        problems.truncate(MAX_PROBLEMS);
        let file = problems[MAX_PROBLEMS - 1].file.clone();
        problems.push(Problem::of_file(file, "there are more problems; only the first are listed"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_sorted_in_reading_order() {
        let mut problems: Vec<Problem> =
            ["b", "d", "a", "c", "a"].map(|file| Problem::of_file(file, "is wrong")).into();
        Problem::sort(&mut problems);
        let files: Vec<&str> = problems.iter().map(|problem| problem.file.as_str()).collect();
        assert_eq!(files, ["a", "a", "b", "c", "d"]);
    }

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
    fn problems_are_sorted_deduplicated_and_limited() {
        let at = |line| Problem { line: Some(line), ..Problem::of_file("a", "x") };
        assert_eq!(in_order(vec![at(10), at(9), at(9)]), [at(9), at(10)]);
        let flood = in_order((0..1000).map(at).collect());
        assert_eq!(flood.len(), MAX_PROBLEMS + 1);
        assert_eq!(flood[0], at(0));
    }
}
