//! Reads JSON, the notation for machines; strictly, so that every other JSON reader agrees.
//!
//! The engine of the page reads it without the positions of values: sheets come to it from a form, which shows a problem beside
//! its question, and the reader that knows positions is one percent of the engine.

use std::sync::Arc;

use serde_json::Value;

use crate::place::Places;
use crate::problem::Problem;
use crate::text::{MAX_DEPTH, TOO_DEEP, Text};

#[cfg(not(target_family = "wasm"))]
use positions::read;

/// Parses a whole document.
pub(crate) fn document(file: &Arc<str>, source: &str) -> Result<(Value, Places), Vec<Problem>> {
    let mut text = Text::new(file, source)?;
    if let Some(offset) = too_deep(source) {
        text.problem(offset, TOO_DEEP);
        return Err(text.into_problems());
    }
    read(text, source)
}

#[cfg(target_family = "wasm")]
fn read(mut text: Text, source: &str) -> Result<(Value, Places), Vec<Problem>> {
    match serde_json::from_str(source) {
        Ok(Value::Object(table)) => {
            let places = Places::new(text.place(0, 0));
            return text.finish(Value::Object(table), places);
        }
        Ok(_) => text.problem(0, "expected a table: { \"key\": value }"),
        Err(error) => text.problem(0, error.to_string()),
    };
    Err(text.into_problems())
}

/// The offset of the bracket that exceeds the nesting limit. Checked before parsing, because the
/// parser is recursive.
fn too_deep(source: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (offset, byte) in source.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(offset);
        }
    }
    None
}

/// Reads JSON with the position of every value.
#[cfg(not(target_family = "wasm"))]
mod positions {
    use jsonc_parser::ast::{self, ObjectPropName};
    use jsonc_parser::common::Ranged;
    use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
    use serde_json::{Map, Value};

    use crate::path::Step;
    use crate::place::Places;
    use crate::problem::Problem;
    use crate::text::Text;

    pub(super) fn read(mut text: Text, source: &str) -> Result<(Value, Places), Vec<Problem>> {
        match parse_to_ast(source, &CollectOptions::default(), &strict()) {
            Ok(parsed) => match parsed.value {
                Some(ast::Value::Object(table)) => {
                    let start = table.range.start;
                    let mut places = Places::new(text.place(start, start));
                    let root = read_table(&mut text, &table, &mut places);
                    return text.finish(root, places);
                }
                Some(other) => text.problem(other.start(), "expected a table: { \"key\": value }"),
                None => text.problem(0, "the document is empty"),
            },
            Err(error) => text.problem(error.range().start, error.kind().to_string().to_ascii_lowercase()),
        };
        Err(text.into_problems())
    }

    fn strict() -> ParseOptions {
        ParseOptions {
            allow_comments: false,
            allow_loose_object_property_names: false,
            allow_trailing_commas: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        }
    }

    fn read_table(text: &mut Text, table: &ast::Object<'_>, places: &mut Places) -> Value {
        let mut read = Map::new();
        for property in &table.properties {
            let (key, start) = match &property.name {
                ObjectPropName::String(name) => (name.value.as_ref(), name.range.start),
                ObjectPropName::Word(name) => (name.value, name.range.start),
            };
            let inner = &property.value;
            let step = Step::Key(key.to_owned());
            let mut below = Places::new(text.place(start, inner.start()));
            text.path.0.push(step.clone());
            if let Some(first) = places.below.get(&step) {
                let line = first.place.key.map_or(0, |mark| mark.line);
                text.problem(start, format!("the key \"{key}\" is written twice (first on line {line})"));
            } else {
                read.insert(key.to_owned(), read_value(text, inner, &mut below));
                places.below.insert(step, below);
            }
            text.leave();
        }
        Value::Object(read)
    }

    fn read_list(text: &mut Text, list: &ast::Array<'_>, places: &mut Places) -> Value {
        let mut read = Vec::new();
        for (number, inner) in list.elements.iter().enumerate() {
            let mut below = Places::new(text.place(inner.start(), inner.start()));
            text.path.0.push(Step::Item(number));
            read.push(read_value(text, inner, &mut below));
            text.leave();
            places.below.insert(Step::Item(number), below);
        }
        Value::Array(read)
    }

    fn read_value(text: &mut Text, value: &ast::Value<'_>, places: &mut Places) -> Value {
        match value {
            ast::Value::StringLit(words) => Value::from(words.value.as_ref()),
            ast::Value::BooleanLit(truth) => Value::from(truth.value),
            ast::Value::NullKeyword(_) => Value::Null,
            // The parser accepts leading zeros, which JSON forbids, so parse the digits again.
            ast::Value::NumberLit(digits) => serde_json::from_str(digits.value).unwrap_or_else(|_| {
                text.problem(digits.range.start, "this is not a number that can be read");
                Value::Null
            }),
            ast::Value::Array(list) => read_list(text, list, places),
            ast::Value::Object(table) => read_table(text, table, places),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(source: &str) -> String {
        document(&Arc::from("t"), source).map_err(|problems| problems[0].to_string()).unwrap_err()
    }

    #[test]
    fn json_is_strict_and_errors_have_positions() {
        assert_eq!(first(""), "t:1:1: the document is empty");
        assert_eq!(first(" [1]"), "t:1:2: expected a table: { \"key\": value }");
        assert_eq!(
            first("{\n \"a\": 1,\n \"a\": 2 }"),
            "t:3:2: a: the key \"a\" is written twice (first on line 2)"
        );
        assert_eq!(first("{\n \"a\": 1,\n}"), "t:2:8: trailing commas are not allowed");
        assert_eq!(first("{\n // no\n}"), "t:2:2: comments are not allowed");
        assert_eq!(first("{ \"a\": 1e999 }"), "t:1:8: a: this is not a number that can be read");
        for bad in [
            "{",
            "{a: 1}",
            "{\"a\": 'b'}",
            "{\"a\" 1}",
            "{\"a\": 0x1}",
            "{\"a\": 01}",
            "{\"a\": 1 \"b\": 2}",
            "{} {}",
        ] {
            assert!(document(&Arc::from("t"), bad).is_err(), "{bad}");
        }
    }
}
