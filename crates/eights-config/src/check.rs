//! Checks a document against a schema and collects every problem.

use schemars::Schema;
use serde_json::{Map, Number, Value};

use crate::document::Document;
use crate::limits;
use crate::nearest::nearest;
use crate::parsed::Parsed;
use crate::path::{Path, Step};
use crate::problem::{Problem, in_order};
use crate::schema::{Form, Kind, Schemas};
use crate::words;
use crate::written::Written;

/// Stop checking after this many problems: nobody reads more, and it bounds the work for hostile
/// input.
const MAX_PROBLEMS_FOUND: usize = 200;

/// How deeply choices may be nested in chosen alternatives.
const MAX_CHOICE_DEPTH: usize = 16;

pub(crate) struct Checker<'a> {
    pub(crate) document: &'a Document,
    pub(crate) schemas: Schemas<'a>,
    pub(crate) path: Path,
    pub(crate) problems: Vec<Problem>,
}

impl Document {
    /// Every violation of a schema, in reading order.
    ///
    /// Supports the schemas that schemars generates for serde types. Unknown keys are only found
    /// where the type has `deny_unknown_fields`.
    pub fn check(&self, schema: &Schema) -> Vec<Problem> {
        check(self, schema.as_value())
    }

    /// Checks the document against the type's schema, then deserialises it.
    ///
    /// The document stays available, so that problems a type cannot express (such as a
    /// contradiction between two rules) can still be reported with their line; see
    /// [`Document::problem`].
    pub fn typed<T: Written>(&self) -> Result<T, Vec<Problem>> {
        let problems = self.check(&T::schema());
        if !problems.is_empty() {
            return Err(problems);
        }
        // The schema cannot express everything: the card type's own `Deserialize` refuses an
        // invalid card code, for example.
        T::deserialize(Parsed(&self.root)).map_err(|error| {
            let message = error.to_string();
            vec![self.problem(refused_at::<T>(&self.root, &message), message)]
        })
    }
}

/// The place of the value that serde refused with this message: the deepest one without which it says something
/// else. Only a refused document is tried out like this. A deserialiser that keeps track of its path would be a
/// second copy of the code of every type, which was a twelfth of the page's engine.
fn refused_at<T: Written>(root: &Value, message: &str) -> Path {
    let mut path = Path::root();
    loop {
        let refused = steps_below(root, &path).into_iter().find(|step| {
            let mut rest = root.clone();
            remove(&mut rest, &path, step);
            !T::deserialize(Parsed(&rest)).is_err_and(|error| error.to_string() == message)
        });
        match refused {
            Some(step) => path.0.push(step),
            None => return path,
        }
    }
}

/// The steps from a value to those directly below it.
fn steps_below(root: &Value, path: &Path) -> Vec<Step> {
    match path.steps().iter().try_fold(root, |here, step| below(here, step)) {
        Some(Value::Object(table)) => table.keys().cloned().map(Step::Key).collect(),
        Some(Value::Array(list)) => (0..list.len()).map(Step::Item).collect(),
        _ => Vec::new(),
    }
}

fn below<'a>(here: &'a Value, step: &Step) -> Option<&'a Value> {
    match step {
        Step::Key(key) => here.get(key),
        Step::Item(number) => here.get(number),
    }
}

/// Removes the value one step below a path.
fn remove(root: &mut Value, path: &Path, step: &Step) {
    let parent = path.steps().iter().try_fold(root, |here, step| match step {
        Step::Key(key) => here.get_mut(key),
        Step::Item(number) => here.get_mut(number),
    });
    match (parent, step) {
        (Some(Value::Object(table)), Step::Key(key)) => drop(table.remove(key)),
        (Some(Value::Array(list)), Step::Item(number)) if *number < list.len() => drop(list.remove(*number)),
        _ => (),
    }
}

/// All problems of a document, in reading order.
fn check(document: &Document, schema: &Value) -> Vec<Problem> {
    if let Some((path, message)) = limits::excess(document.value()) {
        return vec![document.problem(&path, message)];
    }
    let schemas = Schemas { root: schema };
    let mut checker = Checker { document, schemas, path: Path::root(), problems: Vec::new() };
    checker.visit(document.value(), schema);
    in_order(checker.problems)
}

impl<'a> Checker<'a> {
    /// Records a problem with the value at the current path.
    pub(crate) fn report(&mut self, message: impl Into<String>) -> &mut Problem {
        self.problems.push(self.document.problem(&self.path, message));
        self.problems.last_mut().expect("one was just pushed")
    }

    /// Records a problem with the key at the current path.
    fn report_key(&mut self, message: impl Into<String>) -> &mut Problem {
        self.problems.push(self.document.key_problem(&self.path, message));
        self.problems.last_mut().expect("one was just pushed")
    }

    fn visit(&mut self, value: &Value, schema: &'a Value) {
        if self.problems.len() >= MAX_PROBLEMS_FOUND {
            return;
        }
        let mut form = self.schemas.form(schema);
        for _ in 0..MAX_CHOICE_DEPTH {
            let Some(choice) = form.choices.pop() else { break };
            match self.choose(value, choice) {
                Some(leaf) => form.join(leaf),
                None => return,
            }
        }
        if form.never {
            self.report("nothing may be written here");
        } else if form.fixed().is_some_and(|fixed| !fixed.contains(&value)) {
            self.misfit(value, std::slice::from_ref(&form));
        } else if !form.accepts(value) {
            self.wrong_kind(value, &form.kinds());
        } else {
            match value {
                Value::Number(number) => self.number(number, &form),
                Value::String(text) => self.text(text, &form),
                Value::Array(list) => self.list(list, &form),
                Value::Object(table) => self.table(table, &form),
                _ => {}
            }
        }
    }

    fn wrong_kind(&mut self, value: &Value, kinds: &[Kind]) {
        let number = kinds.contains(&Kind::Whole) || kinds.contains(&Kind::Number);
        let hint = match value {
            Value::String(text) if number && text.trim().parse::<f64>().is_ok() => " (leave out the quotes)",
            Value::Number(_) | Value::Bool(_) if kinds.contains(&Kind::Text) => " (put it in quotes)",
            _ => "",
        };
        self.report(format!("expected {}, found {}{hint}", words::kinds(kinds), words::value(value)));
    }

    fn number(&mut self, number: &Number, form: &Form<'_>) {
        let bounds = |key| form.each(key).filter_map(Value::as_f64);
        let (implied_least, implied_most) = form.each("format").find_map(range_of).unzip();
        let least = bounds("minimum").chain(implied_least).fold(f64::NEG_INFINITY, f64::max);
        let most = bounds("maximum").chain(implied_most).fold(f64::INFINITY, f64::min);
        let Some(found) = number.as_f64() else { return };
        if found >= least && found <= most {
            return;
        }
        // A bound that only comes from the integer type, such as `u32::MAX`, would confuse the
        // reader.
        let message = if least.is_finite() && most < 1e9 {
            format!("{number} is not between {least} and {most}")
        } else if found < least {
            format!("{number} is too small (at least {least})")
        } else {
            format!("{number} is too large (at most {most})")
        };
        self.report(message);
    }

    fn text(&mut self, text: &str, form: &Form<'_>) {
        if let Some(bad) = text.chars().find(|c| is_unprintable(*c)) {
            self.report(format!("the text holds a control character (U+{:04X}): remove it", u32::from(bad)));
        }
        let found = text.chars().count() as u64;
        let written = words::value(&Value::from(text));
        if let Some(least) = form.each("minLength").find_map(Value::as_u64).filter(|&least| found < least) {
            self.report(format!(
                "{written} is too short (at least {})",
                words::count(least, "character", "characters")
            ));
        }
        if let Some(most) = form.each("maxLength").find_map(Value::as_u64).filter(|&most| found > most) {
            self.report(format!(
                "{written} is too long (at most {})",
                words::count(most, "character", "characters")
            ));
        }
    }

    fn list(&mut self, list: &[Value], form: &Form<'a>) {
        let bound = |key| form.each(key).find_map(Value::as_u64);
        let (found, least, most) = (list.len() as u64, bound("minItems"), bound("maxItems"));
        let entries = words::count(found, "entry", "entries");
        match (least, most) {
            (Some(least), Some(most)) if least == most && found != least => {
                self.report(format!("the list has {entries}, it needs {least}"));
            }
            (Some(least), _) if found < least => {
                self.report(format!("the list has {entries}, it needs at least {least}"));
            }
            (_, Some(most)) if found > most => {
                self.report(format!("the list has {entries}, it may have at most {most}"));
            }
            _ => {}
        }
        let first: Vec<_> = form.each("prefixItems").filter_map(Value::as_array).flatten().collect();
        for (number, inner) in list.iter().enumerate() {
            if let Some(schema) = first.get(number).copied().or_else(|| form.each("items").next()) {
                self.path.0.push(Step::Item(number));
                self.visit(inner, schema);
                self.path.0.pop();
            }
        }
    }

    fn table(&mut self, table: &Map<String, Value>, form: &Form<'a>) {
        let mut meant = Vec::new();
        for (key, inner) in table {
            if self.problems.len() >= MAX_PROBLEMS_FOUND {
                return;
            }
            self.path.0.push(Step::Key(key.clone()));
            let named = form.each("propertyNames").all(|names| self.name(key, names));
            match form.under(key) {
                Some(schemas) => schemas.into_iter().for_each(|schema| self.visit(inner, schema)),
                None if named => meant.extend(self.unknown(key, table, form)),
                None => {}
            }
            self.path.0.pop();
        }
        // Do not report a misspelt key as missing too: one mistake, one message.
        let missing = |key: &&str| !table.contains_key(*key) && !meant.contains(key);
        for key in form.required().filter(missing) {
            self.path.0.push(Step::Key(key.to_owned()));
            self.report("this key is missing");
            self.path.0.pop();
        }
    }

    /// Checks a free key, such as a rank, against the words the schema allows.
    fn name(&mut self, key: &str, schema: &'a Value) -> bool {
        let leaves = self.schemas.leaves(std::slice::from_ref(schema));
        let value = Value::from(key);
        let fits = |leaf: &Form<'_>| {
            leaf.accepts(&value) && leaf.fixed().is_none_or(|fixed| fixed.contains(&&value))
        };
        if leaves.iter().any(fits) {
            return true;
        }
        let message = format!("\"{key}\" is not one of {}", words::list(self.schemas, &leaves));
        let suggestion = nearest(key, leaves.iter().flat_map(Form::words)).map(str::to_owned);
        self.report_key(message).suggestion = suggestion;
        false
    }

    /// Reports an unknown key; returns the key that was probably meant.
    fn unknown(&mut self, key: &str, table: &Map<String, Value>, form: &Form<'a>) -> Option<&'a str> {
        let known: Vec<&'a str> = form.properties().map(|(known, _)| known.as_str()).collect();
        let free = known.iter().copied().filter(|known| !table.contains_key(*known));
        let meant = nearest(key, free);
        if let Some(meant) = meant {
            self.report_key("unknown key").suggestion = Some(meant.to_owned());
        } else if let Some(section) = self.home_of(key) {
            self.report_key(format!("unknown key here; it belongs {section}"));
        } else if form.each("patternProperties").next().is_some() {
            self.report_key("unknown key; numbers are expected here");
        } else {
            let known = words::joined(known.into_iter().map(str::to_owned).collect());
            self.report_key(format!("unknown key; known here: {known}"));
        }
        meant
    }

    /// The section that a misplaced key belongs to, if exactly one section has it.
    fn home_of(&self, key: &str) -> Option<String> {
        let root = self.schemas.form(self.schemas.root);
        let mut homes: Vec<String> = Vec::new();
        for (section, schema) in root.properties() {
            if section == key {
                homes.push("at the top, before the first section".to_owned());
            }
            if self.schemas.form(schema).properties().any(|(inner, _)| inner == key) {
                homes.push(format!("under {section}"));
            }
        }
        if homes.len() == 1 { homes.pop() } else { None }
    }
}

/// Whether a character can change how a terminal or a page displays the surrounding text: control
/// characters and bidirectional overrides.
fn is_unprintable(c: char) -> bool {
    let is_space = matches!(c, '\n' | '\r' | '\t');
    c.is_control() && !is_space || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The range of a schemars integer format; schemars writes `minimum` and `maximum` only for narrow
/// types.
fn range_of(format: &Value) -> Option<(f64, f64)> {
    let (signed, bits) = match format.as_str()? {
        "uint" => (false, 64),
        "int" => (true, 64),
        name => match name.strip_prefix("uint") {
            Some(bits) => (false, bits.parse().ok()?),
            None => (true, name.strip_prefix("int")?.parse().ok()?),
        },
    };
    let size = 2f64.powi(if signed { bits - 1 } else { bits });
    Some((if signed { -size } else { 0.0 }, size - 1.0))
}
