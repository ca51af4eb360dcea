//! Names a store in one setting, and opens it: `sqlite:FOLDER` or `memory`.

use std::{fmt, path::PathBuf, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{Durability, Memory, Sqlite, Store, StoreError};

/// The prefix of a folder with an SQLite store.
const SQLITE: &str = "sqlite:";

/// Where a server keeps its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StoreAddress {
    /// A folder with an SQLite database and its log.
    Sqlite(PathBuf),
    /// The memory of the process: everything is lost when it ends.
    Memory,
}

/// Why a text does not name a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreAddressError {
    #[error("{0:?} does not name a store: write sqlite:FOLDER or memory")]
    Unknown(String),
    #[error("sqlite: needs a folder, as in sqlite:eights-data")]
    NoFolder,
}

impl StoreAddress {
    /// Opens the store, and creates it if it does not exist yet.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, is in use, or is not a store.
    pub fn open(&self, durability: Durability) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            StoreAddress::Sqlite(folder) => Arc::new(Sqlite::open(folder, durability)?),
            StoreAddress::Memory => Arc::new(Memory::default()),
        })
    }
}

impl FromStr for StoreAddress {
    type Err = StoreAddressError;

    fn from_str(text: &str) -> Result<StoreAddress, StoreAddressError> {
        match text.strip_prefix(SQLITE) {
            Some("") => Err(StoreAddressError::NoFolder),
            Some(folder) => Ok(StoreAddress::Sqlite(folder.into())),
            None if text == "memory" => Ok(StoreAddress::Memory),
            None => Err(StoreAddressError::Unknown(text.to_owned())),
        }
    }
}

impl TryFrom<String> for StoreAddress {
    type Error = StoreAddressError;

    fn try_from(text: String) -> Result<StoreAddress, StoreAddressError> {
        text.parse()
    }
}

impl From<StoreAddress> for String {
    fn from(address: StoreAddress) -> String {
        address.to_string()
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StoreAddress::Sqlite(folder) => write!(f, "{SQLITE}{}", folder.display()),
            StoreAddress::Memory => f.write_str("memory"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for text in ["memory", "sqlite:eights-data", "sqlite:/var/lib/eights", "sqlite:a folder"] {
            assert_eq!(text.parse::<StoreAddress>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused_with_what_to_write() {
        for text in ["", "eights-data", "Memory", "sqlite", "mysql://localhost"] {
            let error = text.parse::<StoreAddress>().unwrap_err().to_string();
            assert!(error.ends_with("write sqlite:FOLDER or memory"), "{error}");
        }
        assert_eq!("sqlite:".parse::<StoreAddress>(), Err(StoreAddressError::NoFolder));
    }

    #[test]
    fn a_store_is_opened_where_the_address_says() {
        let folder = tempfile::tempdir().unwrap();
        let address = StoreAddress::Sqlite(folder.path().join("data"));
        address.open(Durability::Normal).unwrap().close();
        assert!(folder.path().join("data").is_dir());
        StoreAddress::Memory.open(Durability::Full).unwrap().close();
    }
}
