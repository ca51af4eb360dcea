//! Errors of SQLite as errors of the store, in words that an operator understands.

use crate::StoreError;

/// An SQLite error in words that an operator understands.
pub(crate) fn sentence(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly};
    let said = error.to_string();
    if let rusqlite::Error::FromSqlConversionFailure(..)
    | rusqlite::Error::InvalidColumnType(..)
    | rusqlite::Error::Utf8Error(..) = error
    {
        return format!("what was kept is damaged ({said})");
    }
    match error.sqlite_error_code() {
        Some(DiskFull) => format!("the disk is full ({said})"),
        Some(DatabaseCorrupt) => format!("a page of the file is damaged ({said})"),
        Some(NotADatabase) => {
            format!("the file is damaged from its beginning, or is something else ({said})")
        }
        Some(ReadOnly) => format!("nothing can be written there ({said})"),
        Some(CannotOpen) => format!("the file cannot be opened ({said})"),
        _ => said,
    }
}

pub(crate) fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(sentence(&error))
}

/// The error for a stored value that cannot be read back.
pub(crate) fn damaged(why: impl std::fmt::Display) -> rusqlite::Error {
    let why = format!("a kept line cannot be read: {why}");
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, why.into())
}
