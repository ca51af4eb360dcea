//! Looks up rule sets by name.

/// Why a rule set cannot be loaded, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SourceError(String);

impl From<String> for SourceError {
    fn from(why: String) -> SourceError {
        SourceError(why)
    }
}

/// Looks up rule sets by name. Programs implement it for files; this crate does not read any.
pub trait SheetSource {
    /// Returns the file name to use in error messages, and the text of the rule set. `from` is the
    /// file name of the sheet that extends this one, if there is one.
    ///
    /// # Errors
    ///
    /// If the rule set cannot be loaded.
    fn fetch(&self, game: &str, name: &str, from: Option<&str>) -> Result<(String, String), SourceError>;

    /// Returns the text of a card file, if there is one of that name.
    fn cards(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}
