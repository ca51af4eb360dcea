//! Picks the alternative of a `oneOf` or `anyOf` that the author meant, or reports one useful
//! message.
//!
//! serde's enums become `oneOf` or `anyOf`: words, tables with one key, tables with a label, or
//! values of different kinds. "Matches none of them" does not help the author, so the check picks
//! the best-fitting alternative and reports only the problems with that one.

use serde_json::{Map, Value};

use crate::check::Checker;
use crate::nearest::nearest;
use crate::path::Step;
use crate::schema::{Form, Schemas};
use crate::words;

impl<'a> Checker<'a> {
    /// The alternative that was meant; if none fits, reports that and returns `None`.
    pub(crate) fn choose(&mut self, value: &Value, choice: &'a [Value]) -> Option<Form<'a>> {
        let leaves = self.schemas.leaves(choice);
        let mut best: Option<(i32, &Form<'a>)> = None;
        for leaf in &leaves {
            if let Some(score) = fit(self.schemas, value, leaf)
                && best.is_none_or(|(most, _)| score > most)
            {
                best = Some((score, leaf));
            }
        }
        let Some((_, leaf)) = best else {
            self.misfit(value, &leaves);
            return None;
        };
        if self.rivals(value, leaf, &leaves) { None } else { Some(leaf.clone()) }
    }

    /// Reports two alternatives written together, which can happen when documents are merged.
    fn rivals(&mut self, value: &Value, leaf: &Form<'a>, leaves: &[Form<'a>]) -> bool {
        let (Value::Object(table), Some((own, _))) = (value, leaf.tag()) else { return false };
        let written = |tag: &str| tag == own || (table.contains_key(tag) && leaf.under(tag).is_none());
        let tags: Vec<_> =
            leaves.iter().filter_map(|leaf| Some(leaf.tag()?.0)).filter(|tag| written(tag)).collect();
        if tags.len() > 1 {
            self.report(format!("{} cannot be combined: choose one of them", tags.join(" and ")));
        }
        tags.len() > 1
    }

    /// Reports a value that fits no alternative, with what could be written instead.
    pub(crate) fn misfit(&mut self, value: &Value, leaves: &[Form<'a>]) {
        match value {
            Value::Object(table) if leaves.iter().any(|leaf| leaf.label().is_some()) => {
                self.mislabelled(table, leaves);
            }
            Value::Object(table) if !table.is_empty() && leaves.iter().any(|leaf| leaf.tag().is_some()) => {
                self.mistagged(table, leaves);
            }
            Value::String(word) => {
                match leaves.iter().find(|leaf| leaf.tag().is_some_and(|(tag, _)| tag == word)) {
                    Some(leaf) => {
                        let shape = words::shape(self.schemas, leaf, 2);
                        self.report(format!("\"{word}\" needs a value: {shape}"));
                    }
                    None => self.no_such(value, word, leaves),
                }
            }
            _ => self.no_such(value, "", leaves),
        }
    }

    /// Reports a value that matches no word, form or kind allowed here.
    fn no_such(&mut self, value: &Value, word: &str, leaves: &[Form<'a>]) {
        let written = words::value(value);
        if leaves.iter().all(|leaf| leaf.words().is_empty() && leaf.tag().is_none()) {
            let kinds: Vec<_> = leaves.iter().flat_map(Form::kinds).collect();
            self.report(format!("expected {}, found {written}", words::kinds(&kinds)));
            return;
        }
        let problem = format!("{written} is not one of {}", words::list(self.schemas, leaves));
        let suggestion = nearest(word, names(leaves)).map(str::to_owned);
        self.report(problem).suggestion = suggestion;
    }

    /// Reports a table with a wrong key, such as `{ upto = 3 }` instead of `{ up-to = 3 }`.
    fn mistagged(&mut self, table: &Map<String, Value>, leaves: &[Form<'a>]) {
        let meant = |key: &&String| nearest(key, names(leaves)).is_some();
        let Some(key) = table.keys().find(meant).or_else(|| table.keys().next()) else { return };
        let message = if leaves.iter().any(|leaf| leaf.words().contains(&key.as_str())) {
            format!("\"{key}\" takes no value: write just \"{key}\"")
        } else {
            format!("\"{key}\" is not one of {}", words::list(self.schemas, leaves))
        };
        let suggestion = nearest(key, names(leaves)).filter(|word| word != key).map(str::to_owned);
        let mut problem = self.document.key_problem(self.path.key(key.as_str()), message);
        // The path names the whole value, but line and column point at the key.
        problem.path = self.path.to_string();
        problem.suggestion = suggestion;
        self.problems.push(problem);
    }

    /// Reports a label that is missing or matches no alternative.
    fn mislabelled(&mut self, table: &Map<String, Value>, leaves: &[Form<'a>]) {
        let labels: Vec<_> = leaves.iter().filter_map(Form::label).collect();
        let key = labels[0].0;
        let known: Vec<_> = labels.iter().filter(|label| label.0 == key).map(|label| label.1).collect();
        let list = known.join(", ");
        self.path.0.push(Step::Key(key.to_owned()));
        match table.get(key) {
            None => {
                self.report(format!("this key is missing; it is one of {list}"));
            }
            Some(value) => {
                let suggestion = value.as_str().and_then(|word| nearest(word, known)).map(str::to_owned);
                self.report(format!("{} is not one of {list}", words::value(value))).suggestion = suggestion;
            }
        }
        self.path.0.pop();
    }
}

/// All words and tags of the alternatives, as candidates for a suggestion.
fn names<'a>(leaves: &[Form<'a>]) -> Vec<&'a str> {
    let tags = leaves.iter().filter_map(|leaf| Some(leaf.tag()?.0));
    leaves.iter().flat_map(Form::words).chain(tags).collect()
}

/// How well a value fits an alternative; `None` if it cannot be the one that was meant.
///
/// Looks only one level down: comparing whole branches would let a small hostile document cause
/// exponential work.
fn fit(schemas: Schemas<'_>, value: &Value, leaf: &Form<'_>) -> Option<i32> {
    if leaf.never || !leaf.accepts(value) || leaf.fixed().is_some_and(|fixed| !fixed.contains(&value)) {
        return None;
    }
    match value {
        Value::Object(table) => fit_table(schemas, table, leaf),
        Value::Array(list) => {
            let first = list.first().zip(leaf.each("items").next());
            let same = first.is_none_or(|(item, schema)| fits_kind(schemas, item, schema));
            let bound = |key| leaf.each(key).find_map(Value::as_u64).map(|bound| bound as usize);
            let length = bound("minItems").is_none_or(|least| list.len() >= least)
                && bound("maxItems").is_none_or(|most| list.len() <= most);
            Some(i32::from(same) + i32::from(length))
        }
        _ => Some(i32::from(leaf.fixed().is_some())),
    }
}

fn fit_table(schemas: Schemas<'_>, table: &Map<String, Value>, leaf: &Form<'_>) -> Option<i32> {
    let mut score = 0;
    if let Some((key, word)) = leaf.label() {
        if table.get(key).and_then(Value::as_str) != Some(word) {
            return None;
        }
        score += 1000;
    } else if let Some((key, _)) = leaf.tag() {
        if !table.contains_key(key) {
            return None;
        }
        score += 100;
    }
    score -= 3 * leaf.required().filter(|key| !table.contains_key(*key)).take(100).count() as i32;
    for (key, inner) in table.iter().take(100) {
        score += match leaf.under(key) {
            None => -2,
            Some(schemas_here) if schemas_here.iter().all(|schema| fits_kind(schemas, inner, schema)) => 2,
            Some(_) => 1,
        };
    }
    Some(score)
}

/// Whether the schema accepts values of this kind.
fn fits_kind(schemas: Schemas<'_>, value: &Value, schema: &Value) -> bool {
    let form = schemas.form(schema);
    let choice = |choice: &&Vec<Value>| schemas.leaves(choice).iter().any(|leaf| leaf.accepts(value));
    form.accepts(value) && form.choices.iter().all(choice)
}
