//! Paths to values: `turn.draw`, `cards."black A"`, `suits[2]`.

use std::fmt;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Into a table, by key.
    Key(String),
    /// Into a list, by zero-based index.
    Item(usize),
}

/// The path from the root of a document to a value.
///
/// ```
/// use eights_config::Path;
/// let path = Path::from("cards").key("black A").item(0);
/// assert_eq!(path.to_string(), r#"cards."black A"[0]"#);
/// assert_eq!(Path::from(r#"cards."black A"[0]"#), path);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub(crate) Vec<Step>);

impl Path {
    /// The path of the whole document.
    pub fn root() -> Self {
        Path::default()
    }

    /// Appends a step into a table. The key is taken literally, including dots.
    #[must_use]
    pub fn key(&self, key: impl Into<String>) -> Self {
        self.then(Step::Key(key.into()))
    }

    /// Appends a step into a list.
    #[must_use]
    pub fn item(&self, number: usize) -> Self {
        self.then(Step::Item(number))
    }

    /// The steps, from the root.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Path(steps)
    }

    /// Parses a dotted path. Allows spaces around and inside a bare key.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let mut steps = Vec::new();
        let mut rest = text.trim_start();
        loop {
            let (key, after) = segment(rest)?;
            steps.push(Step::Key(key));
            rest = after.trim_start();
            while let Some(inside) = rest.strip_prefix('[') {
                let (number, after) = inside.split_once(']').ok_or("a \"]\" is missing")?;
                let number = number.trim().parse().map_err(|_| "expected a number between [ and ]")?;
                steps.push(Step::Item(number));
                rest = after.trim_start();
            }
            match rest.strip_prefix('.') {
                Some(after) => rest = after.trim_start(),
                None if rest.is_empty() => return Ok(Path(steps)),
                None => return Err("expected a dot after the key"),
            }
        }
    }
}

/// Splits off the key at the beginning of a text.
fn segment(text: &str) -> Result<(String, &str), &'static str> {
    if let Some(inside) = text.strip_prefix('\'') {
        let (key, after) = inside.split_once('\'').ok_or("a quote is not closed")?;
        return Ok((key.to_owned(), after));
    }
    if text.starts_with('"') {
        let mut escaped = false;
        let closing = text.char_indices().skip(1).find(|&(_, c)| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let (end, _) = closing.ok_or("a quote is not closed")?;
        let key = serde_json::from_str(&text[..=end]).map_err(|_| "the quoted key cannot be read")?;
        return Ok((key, &text[end + 1..]));
    }
    let end = text.find(['.', '[', ']', '"', '\'', '=']).unwrap_or(text.len());
    match text[..end].trim() {
        "" => Err("a key is missing"),
        key => Ok((key.to_owned(), &text[end..])),
    }
}

/// Parses a dotted path; a text that is not a valid path becomes a single key.
impl From<&str> for Path {
    fn from(text: &str) -> Self {
        if text.is_empty() {
            return Path::root();
        }
        Path::parse(text).unwrap_or_else(|_| Path::root().key(text))
    }
}

impl From<&String> for Path {
    fn from(text: &String) -> Self {
        Path::from(text.as_str())
    }
}

impl From<String> for Path {
    fn from(text: String) -> Self {
        Path::from(text.as_str())
    }
}

impl From<&Path> for Path {
    fn from(path: &Path) -> Self {
        path.clone()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.0.iter().enumerate() {
            match step {
                Step::Item(item) => write!(f, "[{item}]")?,
                Step::Key(key) => {
                    if number > 0 {
                        f.write_str(".")?;
                    }
                    f.write_str(&quoted_key(key))?;
                }
            }
        }
        Ok(())
    }
}

/// A key as a person would write it: quoted only if necessary.
pub(crate) fn quoted_key(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        serde_json::Value::from(key).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dotted_and_quoted_paths_are_parsed() {
        let path = |text| Path::parse(text).map(|path| path.to_string());
        assert_eq!(path("turn . draw"), Ok("turn.draw".to_owned()));
        assert_eq!(path("cards.'a.b'[3].c"), Ok("cards.\"a.b\"[3].c".to_owned()));
        assert_eq!(path("cards.black A"), Ok("cards.\"black A\"".to_owned()));
        for bad in ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a]", "\"a", "'a", "a\"b\"", "[0]", "a=b"] {
            assert!(path(bad).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn displayed_paths_can_be_parsed(keys in prop::collection::vec(".*", 1..4), item in 0usize..9) {
            let path = keys.iter().fold(Path::root(), |path, key| path.key(key.as_str())).item(item);
            prop_assert_eq!(Path::parse(&path.to_string()), Ok(path));
        }

        #[test]
        fn parsing_never_panics(text in ".*") {
            let _ = Path::from(text);
        }
    }
}
