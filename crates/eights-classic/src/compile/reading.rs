//! A document being compiled, which collects its problems.

use eights_config::{Document, Problem, nearest};

use crate::compile::select::Selector;

/// A document being compiled, and the problems found so far.
pub(crate) struct Reading<'a> {
    pub(crate) document: &'a Document,
    pub(crate) problems: Vec<Problem>,
}

impl Reading<'_> {
    pub(crate) fn wrong(&mut self, path: &str, message: impl Into<String>) {
        self.problems.push(self.document.problem(path, message));
    }

    /// Parses a selector, which is a key or a value of the sheet.
    pub(crate) fn selector(&mut self, path: &str, text: &str) -> Option<Selector> {
        let found = Selector::parse(text);
        if found.is_none() {
            let message = format!(
                "unknown card {text:?}; write a rank (8), a card (QS), a colour and rank (black A), a suit (hearts), a colour (red) or joker"
            );
            let mut problem = self.document.problem(path, message);
            let examples = Selector::examples();
            if let Some(near) = nearest(text, examples.iter().map(String::as_str)) {
                problem = problem.suggest(near);
            }
            self.problems.push(problem);
        }
        found
    }

    /// The faces that a key of the sheet lists one by one.
    pub(crate) fn listed(&mut self, path: &str, cards: &[String]) -> u64 {
        cards.iter().fold(0, |all, text| all | self.selector(path, text).map_or(0, |selector| selector.faces))
    }
}
