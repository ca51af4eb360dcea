//! Source positions: lines and columns, and a tree of positions parallel to the tree of values.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::path::Step;

/// A line and a column, both 1-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// The position of a value and of its key.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) file: Arc<str>,
    pub(crate) key: Option<Mark>,
    pub(crate) value: Option<Mark>,
}

/// The position of a value and of everything in it.
///
/// A tree separate from the values, so that a whole branch can move from one document to another
/// and keep its file and lines.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    pub(crate) place: Place,
    pub(crate) below: BTreeMap<Step, Places>,
}

impl Places {
    pub(crate) fn new(place: Place) -> Self {
        Places { place, below: BTreeMap::new() }
    }

    /// The position at the end of the steps, and whether it is exact.
    ///
    /// A path that is not in the document gets the position of its nearest parent.
    pub(crate) fn nearest(&self, steps: &[Step]) -> (&Place, bool) {
        let mut here = self;
        for step in steps {
            match here.below.get(step) {
                Some(next) => here = next,
                None => return (&here.place, false),
            }
        }
        (&here.place, true)
    }

    /// Records the position of a value set at the end of the steps. The value's whole branch, and
    /// any tables created along the path, get the same position.
    pub(crate) fn plant(&mut self, steps: &[Step], place: Place) {
        let mut here = self;
        for step in steps {
            here = here.below.entry(step.clone()).or_insert_with(|| Places::new(place.clone()));
        }
        *here = Places::new(place);
    }

    /// Removes a branch.
    pub(crate) fn prune(&mut self, steps: &[Step]) {
        let Some((last, parents)) = steps.split_last() else { return };
        let mut here = self;
        for step in parents {
            match here.below.get_mut(step) {
                Some(next) => here = next,
                None => return,
            }
        }
        here.below.remove(last);
    }
}

/// Converts byte offsets of a text to lines and columns.
///
/// Columns count characters. Counting them for each value would be quadratic on one very long line,
/// so the UTF-8 continuation bytes are listed once.
pub(crate) struct Lines {
    starts: Vec<usize>,
    inner: Vec<usize>,
    length: usize,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = || text.bytes().enumerate();
        let ends = bytes().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Lines {
            starts: std::iter::once(0).chain(ends).collect(),
            inner: bytes().filter(|&(_, byte)| byte & 0xC0 == 0x80).map(|(at, _)| at).collect(),
            length: text.len(),
        }
    }

    pub(crate) fn mark(&self, offset: usize) -> Mark {
        let offset = offset.min(self.length);
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        let before = |at: usize| self.inner.partition_point(|&inner| inner < at);
        let column = offset - start - (before(offset) - before(start)) + 1;
        Mark { line: line as u32, column: column as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_map_to_lines_and_columns() {
        let text = "a\nb♠c\n\nd";
        let lines = Lines::new(text);
        let mark = |offset| {
            let Mark { line, column } = lines.mark(offset);
            (line, column)
        };
        assert_eq!(mark(0), (1, 1));
        assert_eq!(mark(text.find('b').unwrap()), (2, 1));
        assert_eq!(mark(text.find('c').unwrap()), (2, 3));
        assert_eq!(mark(text.find('d').unwrap()), (4, 1));
        assert_eq!(mark(1000), (4, 2));
        assert_eq!(Lines::new("").mark(0), Mark { line: 1, column: 1 });
    }
}
