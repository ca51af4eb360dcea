//! The way to a value: `turn.draw`, `cards."black A"`, `suits[2]`.

use std::fmt;

/// One step on the way to a value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Into a table, by key.
    Key(String),
    /// Into a list, counted from nought.
    Item(usize),
}

/// The way from the top of a paper to a value.
///
/// ```
/// use eights_paper::Path;
/// let path = Path::from("cards").key("black A").item(0);
/// assert_eq!(path.to_string(), r#"cards."black A"[0]"#);
/// assert_eq!(Path::from(r#"cards."black A"[0]"#), path);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path(pub(crate) Vec<Step>);

impl Path {
    /// The whole paper.
    pub fn root() -> Self {
        Path::default()
    }

    /// One step further, into a table. The key is taken as it is, dots and all.
    #[must_use]
    pub fn key(&self, key: impl Into<String>) -> Self {
        self.then(Step::Key(key.into()))
    }

    /// One step further, into a list.
    #[must_use]
    pub fn item(&self, number: usize) -> Self {
        self.then(Step::Item(number))
    }

    /// The steps, from the top.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Path(steps)
    }

    /// Reads a dotted path. Spaces around and inside of a bare key are allowed.
    pub(crate) fn parse(text: &str) -> Result<Self, &'static str> {
        let mut steps = Vec::new();
        let mut rest = text.trim_start();
        loop {
            let (key, after) = segment(rest)?;
            steps.push(Step::Key(key));
            rest = after.trim_start();
            while let Some(inside) = rest.strip_prefix('[') {
                let (number, after) = inside.split_once(']').ok_or("a \"]\" is missing")?;
                let number = number.trim().parse().map_err(|_| "between [ and ] belongs a number")?;
                steps.push(Step::Item(number));
                rest = after.trim_start();
            }
            match rest.strip_prefix('.') {
                Some(after) => rest = after.trim_start(),
                None if rest.is_empty() => return Ok(Path(steps)),
                None => return Err("after a key belongs a dot"),
            }
        }
    }
}

/// The key at the beginning of a text, and what follows it.
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

/// Reads a dotted path; a text that is none becomes one key.
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

/// A key as one would write it: in quotes only if it needs them.
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
    fn dotted_and_quoted() {
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
        fn what_is_shown_can_be_read(keys in prop::collection::vec(".*", 1..4), item in 0usize..9) {
            let path = keys.iter().fold(Path::root(), |path, key| path.key(key.as_str())).item(item);
            prop_assert_eq!(Path::parse(&path.to_string()), Ok(path));
        }

        #[test]
        fn never_panics(text in ".*") {
            let _ = Path::from(text);
        }
    }
}
