//! A document: its values, and the position of each of them.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::path::{Path, Step};
use crate::place::{Place, Places};
use crate::problem::Problem;
use crate::text::{MAX_DEPTH, TOO_DEEP, depth};
use crate::{from_json, from_toml};

/// A parsed document with the file, line and column of everything in it.
///
/// See the [crate's tour](crate) for how to use it.
#[derive(Debug, Clone)]
pub struct Document {
    name: Arc<str>,
    /// Always a table.
    pub(crate) root: Value,
    pub(crate) places: Places,
}

impl Document {
    /// Parses a text as JSON or TOML, by the extension of its name; otherwise as JSON if it begins
    /// with `{`.
    pub fn read(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Document::json(name, text),
            Some("toml") => Document::toml(name, text),
            _ if without_mark(text).trim_start().starts_with('{') => Document::json(name, text),
            _ => Document::toml(name, text),
        }
    }

    /// Parses TOML. Reports all syntax errors.
    pub fn toml(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let name = Arc::from(name);
        let (root, places) = from_toml::document(&name, without_mark(text))?;
        Ok(Document { name, root, places })
    }

    /// Parses strict JSON. Reports only the first syntax error, but every duplicate key.
    pub fn json(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let name = Arc::from(name);
        let (root, places) = from_json::document(&name, without_mark(text))?;
        Ok(Document { name, root, places })
    }

    /// Wraps a value that was not parsed from text. Its problems have a path but no line.
    pub fn from_value(name: &str, root: Value) -> Result<Self, Vec<Problem>> {
        if !root.is_object() {
            return Err(vec![Problem::of_file(name, "a sheet is a table of keys and values")]);
        }
        if depth(&root, MAX_DEPTH) > MAX_DEPTH {
            return Err(vec![Problem::of_file(name, TOO_DEEP)]);
        }
        let name: Arc<str> = Arc::from(name);
        let places = Places::new(Place { file: name.clone(), key: None, value: None });
        Ok(Document { name, root, places })
    }

    /// The name given when it was read.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole table.
    pub fn value(&self) -> &Value {
        &self.root
    }

    /// The value at a path.
    pub fn get(&self, path: impl Into<Path>) -> Option<&Value> {
        path.into().steps().iter().try_fold(&self.root, |here, step| match step {
            Step::Key(key) => here.get(key),
            Step::Item(number) => here.get(number),
        })
    }

    /// Removes a top-level key, such as `extends` once it has been resolved.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.places.prune(&[Step::Key(key.to_owned())]);
        self.root.as_object_mut()?.remove(key)
    }

    /// A copy without the keys, up to two levels deep, that have these problems. The copy can be
    /// checked further, so that other kinds of mistakes are reported together with these.
    #[must_use]
    pub fn without(&self, problems: &[Problem]) -> Document {
        let mut rest = self.clone();
        for problem in problems {
            match Path::from(&problem.path).steps() {
                [Step::Key(section), Step::Key(key), ..] => {
                    if let Some(Value::Object(section)) = rest.root.get_mut(section) {
                        section.remove(key);
                    }
                }
                [Step::Key(key), ..] => drop(rest.take(key)),
                _ => (),
            }
        }
        rest
    }

    /// Merges this document over `base`, which it extends.
    ///
    /// Top-level tables are merged key by key, exactly one level deep; any other value replaces
    /// that of the base as a whole. Merging deeper would mix two alternatives of an enum with data
    /// into one.
    #[must_use]
    pub fn over(self, base: Document) -> Document {
        let Document { name, root, places } = self;
        let mut merged = Document { name, root: base.root, places: base.places };
        merged.places.place = places.place.clone();
        for (key, value) in table(root) {
            let step = Step::Key(key.clone());
            let mine = places.below.get(&step).cloned();
            let mine = mine.unwrap_or_else(|| Places::new(places.place.clone()));
            merged.lay_over(key, step, value, mine);
        }
        merged
    }

    fn lay_over(&mut self, key: String, step: Step, value: Value, mine: Places) {
        let Value::Object(root) = &mut self.root else { return };
        match (root.get_mut(&key), value) {
            (Some(Value::Object(theirs)), Value::Object(value)) => {
                let file = self.places.place.clone();
                let places = self.places.below.entry(step).or_insert_with(|| Places::new(file));
                places.place = mine.place.clone();
                for (key, value) in value {
                    let step = Step::Key(key.clone());
                    let here = mine.below.get(&step).cloned();
                    places.below.insert(step, here.unwrap_or_else(|| Places::new(mine.place.clone())));
                    theirs.insert(key, value);
                }
            }
            (_, value) => {
                root.insert(key, value);
                self.places.below.insert(step, mine);
            }
        }
    }

    /// A problem with the value at a path, positioned at the nearest parent if the path does not
    /// exist.
    pub fn problem(&self, path: impl Into<Path>, message: impl Into<String>) -> Problem {
        self.at(path.into(), false, message.into())
    }

    /// A problem with the key at a path rather than with its value.
    pub fn key_problem(&self, path: impl Into<Path>, message: impl Into<String>) -> Problem {
        self.at(path.into(), true, message.into())
    }

    fn at(&self, path: Path, key: bool, message: String) -> Problem {
        let (place, exact) = self.places.nearest(path.steps());
        let mark = if key && exact { place.key } else { place.value };
        Problem {
            file: place.file.to_string(),
            line: mark.map(|mark| mark.line),
            column: mark.map(|mark| mark.column),
            path: path.to_string(),
            message,
            suggestion: None,
        }
    }
}

fn table(root: Value) -> Map<String, Value> {
    match root {
        Value::Object(table) => table,
        _ => Map::new(),
    }
}

/// Strips a byte order mark, which some editors write.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
