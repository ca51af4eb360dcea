//! A text while it is read: its lines, its limits, and what is wrong with it so far.

use std::sync::Arc;

use serde_json::Value;

use crate::path::{Path, Step};
use crate::place::{Lines, Place, Places};
use crate::problem::{Problem, in_order};

/// The longest text that is read, in bytes.
///
/// A sheet has a few kilobytes; what is longer is a mistake or an attack.
pub const LONGEST: usize = 64 * 1024;

/// How deep tables and lists may lie in each other; the paper itself is the first.
pub const DEEPEST: usize = 32;

pub(crate) const TOO_LONG: &str = "the text is too long (at most 64 KiB)";
pub(crate) const TOO_DEEP: &str = "tables and lists lie too deep in each other (at most 32)";

/// What both notations share while they are read.
pub(crate) struct Text {
    pub(crate) file: Arc<str>,
    pub(crate) path: Path,
    lines: Lines,
    problems: Vec<Problem>,
    deep: bool,
}

impl Text {
    pub(crate) fn new(file: &Arc<str>, text: &str) -> Result<Self, Vec<Problem>> {
        if text.len() > LONGEST {
            return Err(vec![Problem::of_file(&**file, TOO_LONG)]);
        }
        let lines = Lines::new(text);
        Ok(Text { file: file.clone(), path: Path::root(), lines, problems: Vec::new(), deep: false })
    }

    /// Notes a problem at a byte of the text, on the path being read.
    pub(crate) fn problem(&mut self, offset: usize, message: impl Into<String>) -> &mut Problem {
        let mark = self.lines.mark(offset);
        self.problems.push(Problem {
            line: Some(mark.line),
            column: Some(mark.column),
            path: self.path.to_string(),
            ..Problem::of_file(&*self.file, message)
        });
        self.problems.last_mut().expect("one was just pushed")
    }

    pub(crate) fn place(&self, key: usize, value: usize) -> Place {
        let mark = |offset| Some(self.lines.mark(offset));
        Place { file: self.file.clone(), key: mark(key), value: mark(value) }
    }

    /// Takes a step in, unless that is too deep; the first such place is reported.
    pub(crate) fn enter(&mut self, step: Step, offset: usize, holds_more: bool) -> bool {
        self.path.0.push(step);
        let too_deep = holds_more && self.path.0.len() >= DEEPEST;
        if too_deep && !std::mem::replace(&mut self.deep, true) {
            self.problem(offset, TOO_DEEP);
        }
        !too_deep
    }

    pub(crate) fn leave(&mut self) {
        self.path.0.pop();
    }

    /// The paper, if nothing was wrong.
    pub(crate) fn finish(self, root: Value, places: Places) -> Result<(Value, Places), Vec<Problem>> {
        if self.problems.is_empty() { Ok((root, places)) } else { Err(in_order(self.problems)) }
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        in_order(self.problems)
    }
}

/// How deep a value is: nought for a word or number. Looks no deeper than it must.
pub(crate) fn depth(value: &Value, most: usize) -> usize {
    let inner = |values: &mut dyn Iterator<Item = &Value>| {
        if most == 0 { 1 } else { 1 + values.map(|value| depth(value, most - 1)).max().unwrap_or(0) }
    };
    match value {
        Value::Array(list) => inner(&mut list.iter()),
        Value::Object(table) => inner(&mut table.values()),
        _ => 0,
    }
}
