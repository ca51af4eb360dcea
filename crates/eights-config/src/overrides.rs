//! Overrides: single values set on a document, as from a command line or a lobby.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::document::Document;
use crate::from_toml;
use crate::path::{Path, Step};
use crate::place::{Lines, Mark, Place};
use crate::problem::{Problem, in_order};
use crate::text::{MAX_DEPTH, MAX_SHEET_BYTES, TOO_DEEP, TOO_LONG, depth};
use crate::words;

/// The file name that problems with overrides report.
pub const OVERRIDE: &str = "override";

impl Document {
    /// Sets one value of the document.
    ///
    /// The key is dotted, and its parts may be quoted. The value is TOML, except that words need no
    /// quotes. On error the document is unchanged.
    ///
    /// ```
    /// use eights_config::Document;
    /// let mut document = Document::toml("family.toml", "[turn]\ndraw = \"one\"\n").unwrap();
    /// document.set("turn.draw", "{ up-to = 3 }").unwrap();
    /// document.set(r#"cards."black A""#, "skip").unwrap();
    /// assert_eq!(document.get("turn.draw.up-to").unwrap(), 3);
    /// assert_eq!(document.get(r#"cards."black A""#).unwrap(), "skip");
    /// ```
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Vec<Problem>> {
        self.lay(key, value, Marks { key: None, value: None })
    }

    /// Applies a list of overrides: `key = value, key = value`.
    ///
    /// Applies every valid override and reports every invalid one.
    pub fn overrides(&mut self, text: &str) -> Result<(), Vec<Problem>> {
        if text.len() > MAX_SHEET_BYTES {
            return Err(vec![Problem::of_file(OVERRIDE, TOO_LONG)]);
        }
        let lines = Lines::new(text);
        let mut problems = Vec::new();
        for (start, piece) in split(text) {
            if piece.trim().is_empty() {
                continue;
            }
            // Point at the first letter, not at the space before it.
            let letter =
                |at: usize, part: &str| Some(lines.mark(start + at + part.len() - part.trim_start().len()));
            let key_mark = letter(0, piece);
            match equals_sign(piece) {
                None => problems.push(Problem {
                    line: key_mark.map(|mark| mark.line),
                    column: key_mark.map(|mark| mark.column),
                    ..Problem::of_file(OVERRIDE, format!("expected key = value, found {}", piece.trim()))
                }),
                Some(at) => {
                    let (key, value) = (&piece[..at], &piece[at + 1..]);
                    let marks = Marks { key: key_mark, value: letter(at + 1, value) };
                    problems.extend(self.lay(key, value, marks).err().into_iter().flatten());
                }
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(in_order(problems)) }
    }

    fn lay(&mut self, key: &str, value: &str, marks: Marks) -> Result<(), Vec<Problem>> {
        let wrong = |path: String, message: &str| {
            vec![Problem {
                line: marks.value.map(|mark| mark.line),
                column: marks.value.map(|mark| mark.column),
                path,
                ..Problem::of_file(OVERRIDE, message)
            }]
        };
        let path = Path::parse(key).map_err(|message| wrong(key.trim().to_owned(), message))?;
        let file: Arc<str> = Arc::from(OVERRIDE);
        let value = from_toml::value(&file, value.trim()).map_err(|problems| {
            let named = |problem: Problem| {
                let mut named = wrong(path.to_string(), &problem.message).remove(0);
                named.suggestion = problem.suggestion;
                named
            };
            problems.into_iter().map(named).collect::<Vec<_>>()
        })?;
        if path.0.len() + depth(&value, MAX_DEPTH) > MAX_DEPTH {
            return Err(wrong(path.to_string(), TOO_DEEP));
        }
        if let Some(message) = obstacle(self.value(), &path) {
            return Err(wrong(path.to_string(), &message));
        }
        put(&mut self.root, &path.0, value);
        self.places.plant(&path.0, Place { file, key: marks.key, value: marks.value });
        Ok(())
    }
}

/// The position of one override within the list.
#[derive(Clone, Copy)]
struct Marks {
    key: Option<Mark>,
    value: Option<Mark>,
}

/// Why no value can be set at a path: a value along it is not a table or list.
fn obstacle(root: &Value, path: &Path) -> Option<String> {
    let mut here = Some(root);
    for (number, step) in path.0.iter().enumerate() {
        here = match (step, here) {
            (Step::Key(_), None) => None,
            (Step::Key(key), Some(Value::Object(table))) => table.get(key),
            (Step::Item(item), Some(Value::Array(list))) if *item < list.len() => list.get(*item),
            (Step::Item(item), _) => return Some(format!("there is no entry [{item}] to be replaced")),
            (Step::Key(_), Some(other)) => {
                let way = Path(path.0[..number].to_vec());
                return Some(format!("{way} is {}, not a table; set {way} as a whole", words::value(other)));
            }
        };
    }
    None
}

/// Sets a value at a path for which [`obstacle`] found nothing, creating missing tables.
fn put(root: &mut Value, steps: &[Step], value: Value) {
    let mut here = root;
    for step in steps {
        here = match (step, here) {
            (Step::Item(item), Value::Array(list)) => &mut list[*item],
            (Step::Key(key), Value::Object(table)) => table.entry(key.as_str()).or_insert(Value::Null),
            // The key was created in the previous step and is still null, so make it a table.
            (Step::Key(key), other) => {
                let mut table = Map::new();
                table.insert(key.clone(), Value::Null);
                *other = Value::Object(table);
                &mut other[key.as_str()]
            }
            (Step::Item(_), _) => return,
        };
    }
    *here = value;
}

/// Splits at commas outside brackets, braces and quotes; returns the pieces with their offsets.
fn split(text: &str) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let (mut start, mut depth) = (0, 0usize);
    for (at, c) in unquoted(text) {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                pieces.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push((start, &text[start..]));
    pieces
}

/// The position of the `=` between key and value, ignoring those in a quoted key.
fn equals_sign(piece: &str) -> Option<usize> {
    unquoted(piece).find(|&(_, c)| c == '=').map(|(at, _)| at)
}

/// The characters of a text outside quotes.
fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut escaped) = (None, false);
    text.char_indices().filter(move |&(_, c)| {
        match quote {
            None if c == '"' || c == '\'' => quote = Some(c),
            None => return true,
            Some(_) if escaped => escaped = false,
            Some('"') if c == '\\' => escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
        }
        false
    })
}
