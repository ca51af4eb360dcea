//! Reads TOML, the notation for people.

use std::sync::Arc;

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue, Error};

use crate::path::Step;
use crate::place::Places;
use crate::problem::{MAX_PROBLEMS, Problem};
use crate::text::Text;

/// Parses a whole document.
pub(crate) fn document(file: &Arc<str>, source: &str) -> Result<(Value, Places), Vec<Problem>> {
    let mut text = Text::new(file, source)?;
    let (table, errors) = DeTable::parse_recoverable(source);
    for error in errors.iter().take(MAX_PROBLEMS + 1) {
        syntax(&mut text, source, error);
    }
    if !errors.is_empty() {
        return Err(text.into_problems());
    }
    let mut places = Places::new(text.place(0, 0));
    let root = read_table(&mut text, table.get_ref(), &mut places);
    text.finish(root, places)
}

/// Parses a single value of an override. Bare words become texts.
pub(crate) fn value(file: &Arc<str>, source: &str) -> Result<Value, Vec<Problem>> {
    let source = &quoted(source);
    let mut text = Text::new(file, source)?;
    let (value, errors) = DeValue::parse_recoverable(source);
    for error in errors.iter().take(MAX_PROBLEMS + 1) {
        syntax(&mut text, source, error);
    }
    if !errors.is_empty() {
        return Err(text.into_problems());
    }
    let mut places = Places::new(text.place(0, 0));
    let value = read_value(&mut text, &value, &mut places);
    text.finish(value, places).map(|(value, _)| value)
}

/// Puts bare words in quotes before parsing: the parser would take `not-on-wild` for a broken `nan`
/// and `true-suit` for a broken `true`.
fn quoted(source: &str) -> String {
    let (mut out, mut word) = (String::new(), String::new());
    let mut quote = None;
    for c in source.chars().chain(['\n']) {
        if quote.is_none() && (c.is_alphanumeric() || c == '-' || c == '_') {
            word.push(c);
            continue;
        }
        let is_number = ["0x", "0o", "0b"].iter().any(|prefix| word.starts_with(prefix));
        let is_value = is_number || matches!(word.as_str(), "true" | "false" | "inf" | "nan");
        let is_text = is_bare_word(&word) && !is_value;
        let mark = if is_text { "\"" } else { "" };
        out.extend([mark, &word, mark]);
        word.clear();
        quote = match quote {
            None if matches!(c, '"' | '\'') => Some(c),
            Some(open) if open == c => None,
            open => open,
        };
        out.push(c);
    }
    out.pop();
    out
}

/// Whether a text is a bare word: `one`, `may-draw` and `8S` are; `8` is a number, and `black A`
/// needs quotes.
fn is_bare_word(text: &str) -> bool {
    text.chars().any(char::is_alphabetic) && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_')
}

/// Records a syntax error, reworded where the parser's message would puzzle a card player.
fn syntax(text: &mut Text, source: &str, error: &Error) {
    let span = error.span().unwrap_or(0..0);
    let written = source.get(span.clone()).unwrap_or("");
    if error.message() == "duplicate key" {
        text.problem(span.start, format!("the key \"{written}\" is written twice"));
    } else if error.message().starts_with("string values must be quoted") && is_bare_word(written) {
        text.problem(span.start, format!("{written} must be in quotes")).suggestion =
            Some(written.to_owned());
    } else {
        text.problem(span.start, error.message());
    }
}

fn read_table(text: &mut Text, table: &DeTable<'_>, places: &mut Places) -> Value {
    let mut read = Map::new();
    for (key, inner) in table.iter() {
        let step = Step::Key(key.get_ref().to_string());
        let mut below = Places::new(text.place(key.span().start, inner.span().start));
        if text.enter(step.clone(), inner.span().start, holds_more(inner)) {
            read.insert(key.get_ref().to_string(), read_value(text, inner, &mut below));
        }
        text.leave();
        places.below.insert(step, below);
    }
    Value::Object(read)
}

fn read_list(text: &mut Text, list: &[Spanned<DeValue<'_>>], places: &mut Places) -> Value {
    let mut read = Vec::new();
    for (number, inner) in list.iter().enumerate() {
        let start = inner.span().start;
        let mut below = Places::new(text.place(start, start));
        if text.enter(Step::Item(number), start, holds_more(inner)) {
            read.push(read_value(text, inner, &mut below));
        }
        text.leave();
        places.below.insert(Step::Item(number), below);
    }
    Value::Array(read)
}

fn holds_more(value: &Spanned<DeValue<'_>>) -> bool {
    value.get_ref().is_table() || value.get_ref().is_array()
}

fn read_value(text: &mut Text, value: &Spanned<DeValue<'_>>, places: &mut Places) -> Value {
    let start = value.span().start;
    match value.get_ref() {
        DeValue::String(words) => Value::from(words.as_ref()),
        DeValue::Boolean(truth) => Value::from(*truth),
        // A date means nothing in a rule sheet, but it may be the sheet's name.
        DeValue::Datetime(date) => Value::from(date.to_string()),
        DeValue::Integer(digits) => integer(digits).map(Value::Number).unwrap_or_else(|| {
            text.problem(start, "the number is too large");
            Value::Null
        }),
        DeValue::Float(digits) => {
            let finite = digits.as_str().parse().ok().and_then(Number::from_f64);
            finite.map(Value::Number).unwrap_or_else(|| {
                text.problem(start, "only ordinary numbers can be written here");
                Value::Null
            })
        }
        DeValue::Array(list) => read_list(text, list, places),
        DeValue::Table(table) => read_table(text, table, places),
    }
}

fn integer(digits: &DeInteger<'_>) -> Option<Number> {
    let signed = i64::from_str_radix(digits.as_str(), digits.radix()).map(Number::from);
    signed.or_else(|_| u64::from_str_radix(digits.as_str(), digits.radix()).map(Number::from)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn one(source: &str) -> Result<Value, String> {
        value(&Arc::from("t"), source).map_err(|problems| problems[0].to_string())
    }

    #[test]
    fn values_and_bare_words_are_parsed() {
        assert_eq!(one("3"), Ok(json!(3)));
        assert_eq!(one("0x10"), Ok(json!(16)));
        assert_eq!(one("may-draw"), Ok(json!("may-draw")));
        assert_eq!(one("8S"), Ok(json!("8S")));
        assert_eq!(one("not-on-wild"), Ok(json!("not-on-wild")));
        assert_eq!(one("true-suit"), Ok(json!("true-suit")));
        assert_eq!(one("['a b', \"c, not-d\"]"), Ok(json!(["a b", "c, not-d"])));
        assert_eq!(one("true"), Ok(json!(true)));
        assert_eq!(one("[skip, \"draw two\", 2]"), Ok(json!(["skip", "draw two", 2])));
        assert_eq!(one("{ then = red, n = 1 }"), Ok(json!({ "then": "red", "n": 1 })));
        for bad in
            ["", "one two", "[one", "{ a = 1, a = 2 }", "{ a = 1, a = b }", "inf", "\"x", "1\n2", "x = 1"]
        {
            assert!(one(bad).is_err(), "{bad} was read as {:?}", one(bad));
        }
    }

    #[test]
    fn all_syntax_errors_are_reported_at_once() {
        let source = "a = one\nb = 1\nb = 2\nc = \"x\nd = 99999999999999999999\n";
        let problems = document(&Arc::from("t"), source).unwrap_err();
        let lines: Vec<_> = problems.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [Some(1), Some(3), Some(4)], "{problems:?}");
        assert_eq!(problems[0].to_string(), "t:1:5: one must be in quotes; did you mean \"one\"?");
        assert_eq!(problems[1].to_string(), "t:3:1: the key \"b\" is written twice");
    }
}
