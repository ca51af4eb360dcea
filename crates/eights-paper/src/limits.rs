//! How large a paper may be, checked before it is held against a schema.

use serde_json::Value;

use crate::path::{Path, Step};
use crate::text::LONGEST;

/// The most entries that one list or table may have.
pub const MOST_ENTRIES: usize = 256;

/// The most values that a paper may hold in all.
pub const MOST_VALUES: usize = 2_000;

/// The longest text, in characters.
pub const LONGEST_TEXT: usize = 4_000;

/// The longest key, in characters.
pub const LONGEST_KEY: usize = 100;

/// The first thing that is too large, and where it stands. The work is bounded by the limits
/// themselves: a paper that never was a text has no other bound.
pub(crate) fn excess(root: &Value) -> Option<(Path, String)> {
    let mut count = Count { path: Path::root(), values: 0, bytes: 0 };
    count.visit(root).err().map(|message| (count.path, message))
}

struct Count {
    /// Where the visit is, and where it stopped if something was too large.
    path: Path,
    values: usize,
    bytes: usize,
}

impl Count {
    fn visit(&mut self, value: &Value) -> Result<(), String> {
        self.values += 1;
        match value {
            Value::String(text) => {
                self.bytes += text.len();
                within("characters", text.chars().take(LONGEST_TEXT + 1).count(), LONGEST_TEXT)?;
            }
            Value::Array(list) => {
                within("entries", list.len(), MOST_ENTRIES)?;
                for (number, inner) in list.iter().enumerate() {
                    self.below(Step::Item(number), inner)?;
                }
            }
            Value::Object(table) => {
                within("keys", table.len(), MOST_ENTRIES)?;
                for (key, inner) in table {
                    self.bytes += key.len();
                    within("characters in a key", key.chars().take(LONGEST_KEY + 1).count(), LONGEST_KEY)?;
                    self.below(Step::Key(key.clone()), inner)?;
                }
            }
            _ => (),
        }
        let too_large = self.values > MOST_VALUES || self.bytes > LONGEST;
        if too_large {
            return Err(format!(
                "too large in all (at most {MOST_VALUES} values and {} KiB)",
                LONGEST / 1024
            ));
        }
        Ok(())
    }

    /// Visits a value in a list or table; the path is left there if it is too large.
    fn below(&mut self, step: Step, inner: &Value) -> Result<(), String> {
        self.path.0.push(step);
        self.visit(inner)?;
        self.path.0.pop();
        Ok(())
    }
}

fn within(what: &str, found: usize, most: usize) -> Result<(), String> {
    if found > most { Err(format!("too many {what} (at most {most})")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(value: &Value) -> Option<String> {
        excess(value).map(|(path, message)| format!("{path}: {message}"))
    }

    #[test]
    fn everything_is_counted() {
        let list = |n: usize| json!({ "deck": { "cards": vec!["x"; n] } });
        assert_eq!(told(&list(256)), None);
        assert_eq!(told(&list(257)), Some("deck.cards: too many entries (at most 256)".into()));
        let text = |n: usize| json!({ "title": "é".repeat(n) });
        assert_eq!(told(&text(4_000)), None);
        assert_eq!(told(&text(4_001)), Some("title: too many characters (at most 4000)".into()));
        let key = |n: usize| json!({ "cards": { "k".repeat(n): 1 } });
        assert_eq!(told(&key(100)), None);
        assert_eq!(told(&key(101)), Some("cards: too many characters in a key (at most 100)".into()));
        let table: Value = (0..257).map(|n| (n.to_string(), json!(1))).collect();
        assert_eq!(told(&table), Some(": too many keys (at most 256)".into()));
    }

    #[test]
    fn many_small_things_are_too_much_together() {
        let many = json!(vec![vec![1; 200]; 10]);
        assert!(
            told(&many)
                .is_some_and(|why| why.contains(": too large in all (at most 2000 values and 64 KiB)"))
        );
        let long = json!(vec!["x".repeat(4_000); 17]);
        assert!(
            told(&long)
                .is_some_and(|why| why.contains(": too large in all (at most 2000 values and 64 KiB)"))
        );
    }
}
