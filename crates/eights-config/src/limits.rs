//! Size limits of a document, enforced before it is checked against a schema.

use serde_json::Value;

use crate::path::{Path, Step};
use crate::text::MAX_SHEET_BYTES;

/// The maximum number of entries in one list or table.
pub const MAX_ENTRIES: usize = 256;

/// The maximum number of values in a document.
pub const MAX_VALUES: usize = 2_000;

/// The maximum length of a text, in characters.
pub const MAX_TEXT_CHARS: usize = 4_000;

/// The maximum length of a key, in characters.
pub const MAX_KEY_CHARS: usize = 100;

/// The first value that exceeds a limit, and its path. The limits also bound the work of this
/// function: a document from [`crate::Document::from_value`] has no text length to bound it.
pub(crate) fn excess(root: &Value) -> Option<(Path, String)> {
    let mut count = Count { path: Path::root(), values: 0, bytes: 0 };
    count.visit(root).err().map(|error| (count.path, error.to_string()))
}

/// What is too large in a document.
#[derive(Debug, thiserror::Error)]
enum LimitError {
    #[error("too many {0} (at most {1})")]
    TooMany(&'static str, usize),
    #[error("too large in all (at most {MAX_VALUES} values and {} KiB)", MAX_SHEET_BYTES / 1024)]
    TooLarge,
}

struct Count {
    /// The current path; after an error, the path of what was too large.
    path: Path,
    values: usize,
    bytes: usize,
}

impl Count {
    fn visit(&mut self, value: &Value) -> Result<(), LimitError> {
        self.values += 1;
        match value {
            Value::String(text) => {
                self.bytes += text.len();
                within("characters", text.chars().take(MAX_TEXT_CHARS + 1).count(), MAX_TEXT_CHARS)?;
            }
            Value::Array(list) => {
                within("entries", list.len(), MAX_ENTRIES)?;
                for (number, inner) in list.iter().enumerate() {
                    self.below(Step::Item(number), inner)?;
                }
            }
            Value::Object(table) => {
                within("keys", table.len(), MAX_ENTRIES)?;
                for (key, inner) in table {
                    self.bytes += key.len();
                    within(
                        "characters in a key",
                        key.chars().take(MAX_KEY_CHARS + 1).count(),
                        MAX_KEY_CHARS,
                    )?;
                    self.below(Step::Key(key.clone()), inner)?;
                }
            }
            _ => (),
        }
        let too_large = self.values > MAX_VALUES || self.bytes > MAX_SHEET_BYTES;
        if too_large {
            return Err(LimitError::TooLarge);
        }
        Ok(())
    }

    /// Visits an entry of a list or table. On error, the path stays at the entry.
    fn below(&mut self, step: Step, inner: &Value) -> Result<(), LimitError> {
        self.path.0.push(step);
        self.visit(inner)?;
        self.path.0.pop();
        Ok(())
    }
}

fn within(what: &'static str, found: usize, most: usize) -> Result<(), LimitError> {
    if found > most { Err(LimitError::TooMany(what, most)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(value: &Value) -> Option<String> {
        excess(value).map(|(path, message)| format!("{path}: {message}"))
    }

    #[test]
    fn every_limit_is_enforced() {
        let list = |n: usize| json!({ "deck": { "cards": vec!["x"; n] } });
        assert_eq!(message(&list(256)), None);
        assert_eq!(message(&list(257)), Some("deck.cards: too many entries (at most 256)".into()));
        let text = |n: usize| json!({ "title": "é".repeat(n) });
        assert_eq!(message(&text(4_000)), None);
        assert_eq!(message(&text(4_001)), Some("title: too many characters (at most 4000)".into()));
        let key = |n: usize| json!({ "cards": { "k".repeat(n): 1 } });
        assert_eq!(message(&key(100)), None);
        assert_eq!(message(&key(101)), Some("cards: too many characters in a key (at most 100)".into()));
        let table: Value = (0..257).map(|n| (n.to_string(), json!(1))).collect();
        assert_eq!(message(&table), Some(": too many keys (at most 256)".into()));
    }

    #[test]
    fn the_total_size_is_limited() {
        let many = json!(vec![vec![1; 200]; 10]);
        assert!(
            message(&many)
                .is_some_and(|why| why.contains(": too large in all (at most 2000 values and 64 KiB)"))
        );
        let long = json!(vec!["x".repeat(4_000); 17]);
        assert!(
            message(&long)
                .is_some_and(|why| why.contains(": too large in all (at most 2000 values and 64 KiB)"))
        );
    }
}
