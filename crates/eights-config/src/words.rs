//! Describes values and schemas in messages.

use serde_json::Value;

use crate::path::quoted_key;
use crate::schema::{Form, Kind, Schemas};

/// How many characters of a long text are shown.
const MAX_QUOTED_CHARS: usize = 40;

/// How many words are listed before "and n more".
const MAX_LISTED_NAMES: usize = 24;

/// A value as a message names it.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(table) if table.is_empty() => "an empty table".to_owned(),
        Value::Object(_) => "a table".to_owned(),
        Value::String(text) if text.chars().count() > MAX_QUOTED_CHARS => {
            Value::from(text.chars().take(MAX_QUOTED_CHARS).chain(['…']).collect::<String>()).to_string()
        }
        other => other.to_string(),
    }
}

/// Formats a number with its noun: "1 entry", "2 entries".
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// Joins kinds, as in "expected a number or a table".
pub(crate) fn kinds(kinds: &[Kind]) -> String {
    let mut names = Vec::new();
    for &kind in kinds {
        let name = match kind {
            // TOML has no null, and a person writing JSON would rather leave the key out.
            Kind::Null => continue,
            Kind::Truth => "true or false",
            Kind::Whole => "a whole number",
            Kind::Number => "a number",
            Kind::Text => "a text",
            Kind::List => "a list",
            Kind::Table => "a table",
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { "nothing".to_owned() } else { names.join(" or ") }
}

/// What could be written instead, as in `one, { up-to = number }`.
pub(crate) fn list(schemas: Schemas<'_>, leaves: &[Form<'_>]) -> String {
    let mut names: Vec<String> = Vec::new();
    for leaf in leaves {
        let words: Vec<_> = leaf.fixed().into_iter().flatten().filter(|value| !value.is_null()).collect();
        let fresh = if !words.is_empty() {
            words.into_iter().map(bare).collect()
        } else if leaf.tag().is_some() || leaf.label().is_some() {
            vec![shape(schemas, leaf, 2)]
        } else if leaf.kinds() == [Kind::Null] {
            Vec::new()
        } else {
            vec![kinds(&leaf.kinds())]
        };
        for name in fresh {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    joined(names)
}

/// Joins names with commas, up to [`MAX_LISTED_NAMES`] of them.
pub(crate) fn joined(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(MAX_LISTED_NAMES);
    names.truncate(MAX_LISTED_NAMES);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.join(", ") + &tail
}

/// A fixed value in a list; words are shown without quotes because people read the list.
fn bare(fixed: &Value) -> String {
    match fixed {
        Value::String(word) if !word.is_empty() && !word.contains([' ', ',']) => word.clone(),
        other => value(other),
    }
}

/// The shape of a value to write, such as `{ up-to = number }`.
pub(crate) fn shape(schemas: Schemas<'_>, form: &Form<'_>, depth: usize) -> String {
    let words = form.words();
    if let [word] = words.as_slice() {
        return format!("\"{word}\"");
    } else if !words.is_empty() {
        return if words.len() <= 4 { words.join("|") } else { "word".to_owned() };
    }
    let mut kinds = form.kinds();
    if let ([], [choice]) = (kinds.as_slice(), form.choices.as_slice()) {
        kinds = schemas.leaves(choice).iter().flat_map(Form::kinds).collect();
    }
    let mut names: Vec<_> = kinds
        .into_iter()
        .filter_map(|kind| match kind {
            Kind::Null => None,
            Kind::Truth => Some("true|false".to_owned()),
            Kind::Whole | Kind::Number => Some("number".to_owned()),
            Kind::Text => Some("text".to_owned()),
            Kind::List => Some("list".to_owned()),
            Kind::Table => Some(table(schemas, form, depth)),
        })
        .collect();
    names.dedup();
    if names.is_empty() { "…".to_owned() } else { names.join("|") }
}

/// The shape of a table: its required keys, and "…" if there are optional ones.
fn table(schemas: Schemas<'_>, form: &Form<'_>, depth: usize) -> String {
    let required: Vec<_> = form.required().collect();
    if depth == 0 || form.properties().next().is_none() || required.len() > 4 {
        return "table".to_owned();
    }
    let (musts, others): (Vec<_>, Vec<_>) =
        form.properties().partition(|(key, _)| required.contains(&key.as_str()));
    let mut keys: Vec<_> = musts
        .into_iter()
        .map(|(key, inner)| {
            format!("{} = {}", quoted_key(key), shape(schemas, &schemas.form(inner), depth - 1))
        })
        .collect();
    if !others.is_empty() {
        keys.push("…".to_owned());
    }
    format!("{{ {} }}", keys.join(", "))
}
