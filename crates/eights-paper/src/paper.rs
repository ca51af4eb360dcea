//! The paper: values, and where each of them stands.

use std::sync::Arc;

use schemars::Schema;
use serde_json::{Map, Value};

use crate::path::{Path, Step};
use crate::place::{Place, Places};
use crate::problem::Problem;
use crate::text::{DEEPEST, TOO_DEEP, depth};
use crate::typed::Node;
use crate::written::Written;
use crate::{check, from_json, from_toml};

/// A table somebody wrote down, with the file, line and column of everything in it.
///
/// See the [crate's tour](crate) for what can be done with it.
#[derive(Debug, Clone)]
pub struct Paper {
    name: Arc<str>,
    /// Always a table.
    pub(crate) root: Value,
    pub(crate) places: Places,
}

impl Paper {
    /// Reads a text: JSON or TOML by the ending of its name, or else JSON if it begins with `{`.
    pub fn read(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("json") => Paper::json(name, text),
            Some("toml") => Paper::toml(name, text),
            _ if without_mark(text).trim_start().starts_with('{') => Paper::json(name, text),
            _ => Paper::toml(name, text),
        }
    }

    /// Reads TOML. All syntax errors are reported.
    pub fn toml(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let name = Arc::from(name);
        let (root, places) = from_toml::document(&name, without_mark(text))?;
        Ok(Paper { name, root, places })
    }

    /// Reads strict JSON. Only the first syntax error is reported, but every key written twice.
    pub fn json(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let name = Arc::from(name);
        let (root, places) = from_json::document(&name, without_mark(text))?;
        Ok(Paper { name, root, places })
    }

    /// Takes a value that never was a text. Its problems have a path but no line.
    pub fn from_value(name: &str, root: Value) -> Result<Self, Vec<Problem>> {
        if !root.is_object() {
            return Err(vec![Problem::of_file(name, "a sheet is a table of keys and values")]);
        }
        if depth(&root, DEEPEST) > DEEPEST {
            return Err(vec![Problem::of_file(name, TOO_DEEP)]);
        }
        let name: Arc<str> = Arc::from(name);
        let places = Places::new(Place { file: name.clone(), key: None, value: None });
        Ok(Paper { name, root, places })
    }

    /// The name it was read by.
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

    /// Takes a key off the top of the paper, such as `extends` once it has been followed.
    pub fn take(&mut self, key: &str) -> Option<Value> {
        self.places.prune(&[Step::Key(key.to_owned())]);
        self.root.as_object_mut()?.remove(key)
    }

    /// The paper without the keys, at most two levels deep, at which it has
    /// these problems: what is left can be looked at further, so that mistakes
    /// of another kind are told in the same breath.
    #[must_use]
    pub fn without(&self, problems: &[Problem]) -> Paper {
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

    /// This paper laid over another, which it extends.
    ///
    /// Tables at the top are merged key by key, exactly one level deep; any other
    /// value replaces the other's as a whole. One level, because a rule that is an
    /// enum with data would otherwise be mixed out of two alternatives.
    #[must_use]
    pub fn over(self, base: Paper) -> Paper {
        let Paper { name, root, places } = self;
        let mut merged = Paper { name, root: base.root, places: base.places };
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

    /// Everything in which the paper does not keep to a schema, in reading order.
    ///
    /// Understood is what schemars writes for serde types. Unknown keys are found
    /// where the type has `deny_unknown_fields`.
    pub fn check(&self, schema: &Schema) -> Vec<Problem> {
        check::check(self, schema.as_value())
    }

    /// The paper as a Rust type: checked against the type's schema, then read.
    ///
    /// The paper is kept, so that what a type cannot know (a contradiction between two
    /// rules, say) can still be reported with its line, see [`Paper::problem`].
    pub fn typed<T: Written>(&self) -> Result<T, Vec<Problem>> {
        let problems = self.check(&T::schema());
        if !problems.is_empty() {
            return Err(problems);
        }
        T::deserialize(Node(&self.root)).map_err(|refusal| {
            let (path, message) = refusal.into_parts();
            vec![self.problem(path, message)]
        })
    }

    /// A problem with the value at a path; if it stands nowhere, at its nearest parent.
    pub fn problem(&self, path: impl Into<Path>, message: impl Into<String>) -> Problem {
        self.at(path.into(), false, message.into())
    }

    /// A problem with the key that leads to a value, rather than with the value.
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

/// Some editors put a mark before the first letter; nobody means it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
