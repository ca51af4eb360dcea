//! The source of a card file: maps byte offsets to lines and columns.

use std::ops::Range;

use crate::problem::Problem;

pub(super) struct Page<'s> {
    file: &'s str,
    source: &'s str,
    /// The byte offset at which each line begins.
    starts: Vec<usize>,
}

impl<'s> Page<'s> {
    pub(super) fn new(file: &'s str, source: &'s str) -> Self {
        let ends = source.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Page { file, source, starts: std::iter::once(0).chain(ends).collect() }
    }

    pub(super) fn slice(&self, span: Range<usize>) -> &'s str {
        self.source.get(span).unwrap_or("")
    }

    /// The line number of a byte, from one.
    pub(super) fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).max(1)
    }

    /// A problem at a span, or without a place.
    pub(super) fn problem(
        &self,
        span: Option<Range<usize>>,
        path: &str,
        message: impl Into<String>,
    ) -> Problem {
        let mut problem = Problem::of_file(self.file, message);
        path.clone_into(&mut problem.path);
        if let Some(span) = span {
            let line = self.line(span.start);
            let before = self.source.get(self.starts[line - 1]..span.start).unwrap_or("");
            problem.line = Some(line);
            problem.column = Some(before.chars().count() + 1);
        }
        problem
    }
}
