//! Parser state that TOML and JSON share: positions, limits and the problems so far.

use std::sync::Arc;

use serde_json::Value;

use crate::path::{Path, Step};
use crate::place::{Lines, Place, Places};
use crate::problem::{Problem, in_order};

/// The maximum length of a text, in bytes.
///
/// A sheet has a few kilobytes; a longer text is a mistake or an attack.
pub const MAX_SHEET_BYTES: usize = 64 * 1024;

/// The maximum nesting depth of tables and lists, counting the document itself.
pub const MAX_DEPTH: usize = 32;

pub(crate) const TOO_LONG: &str = "the text is too long (at most 64 KiB)";
pub(crate) const TOO_DEEP: &str = "tables and lists are nested too deeply (at most 32 levels)";

/// State that the readers of both notations share.
pub(crate) struct Text {
    pub(crate) file: Arc<str>,
    pub(crate) path: Path,
    lines: Lines,
    problems: Vec<Problem>,
    deep: bool,
}

impl Text {
    pub(crate) fn new(file: &Arc<str>, text: &str) -> Result<Self, Vec<Problem>> {
        if text.len() > MAX_SHEET_BYTES {
            return Err(vec![Problem::of_file(&**file, TOO_LONG)]);
        }
        let lines = Lines::new(text);
        Ok(Text { file: file.clone(), path: Path::root(), lines, problems: Vec::new(), deep: false })
    }

    /// Records a problem at a byte offset of the text, with the current path.
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

    /// Enters a value. Returns `false` if it is nested too deeply, and reports the first such
    /// value.
    pub(crate) fn enter(&mut self, step: Step, offset: usize, holds_more: bool) -> bool {
        self.path.0.push(step);
        let too_deep = holds_more && self.path.0.len() >= MAX_DEPTH;
        if too_deep && !std::mem::replace(&mut self.deep, true) {
            self.problem(offset, TOO_DEEP);
        }
        !too_deep
    }

    pub(crate) fn leave(&mut self) {
        self.path.0.pop();
    }

    /// Returns the document, or the problems if there are any.
    pub(crate) fn finish(self, root: Value, places: Places) -> Result<(Value, Places), Vec<Problem>> {
        if self.problems.is_empty() { Ok((root, places)) } else { Err(in_order(self.problems)) }
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        in_order(self.problems)
    }
}

/// The nesting depth of a value: zero for a scalar. Stops looking below `most` levels.
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
