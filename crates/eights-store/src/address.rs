//! Names a store in one setting, and opens it: `sqlite:FOLDER`, `postgres://…` or `memory`.

use std::{fmt, path::PathBuf, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{Durability, Memory, Restored, Sqlite, Store, StoreError};

/// The prefix of a folder with an SQLite store.
const SQLITE: &str = "sqlite:";
/// The prefixes of a PostgreSQL database.
const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

/// Where a server keeps its data.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum StoreAddress {
    /// A folder with an SQLite database and its log.
    Sqlite(PathBuf),
    /// A PostgreSQL database, as a URL that may hold a password.
    Postgres(String),
    /// The memory of the process: everything is lost when it ends.
    Memory,
}

/// Why a text does not name a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreAddressError {
    #[error(
        "{0:?} does not name a store: write sqlite:FOLDER, postgres://USER:PASSWORD@SERVER/DATABASE or memory"
    )]
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
            StoreAddress::Postgres(url) => database::open(url, None)?,
            StoreAddress::Memory => Arc::new(Memory::default()),
        })
    }

    /// Opens a store that other servers use too, which reach this one at an address.
    ///
    /// # Errors
    ///
    /// Like [`StoreAddress::open`], and when the store cannot be shared.
    pub fn open_shared(&self, address: &str) -> Result<Arc<dyn Store>, StoreError> {
        match self {
            StoreAddress::Postgres(url) => database::open(url, Some(address)),
            StoreAddress::Sqlite(_) | StoreAddress::Memory => Err(StoreError::Failed(format!(
                "{self} cannot be shared with other servers: --node-address needs a store at postgres://"
            ))),
        }
    }

    /// Copies this store, which no server may use, to an empty place of the other kind: a folder to a
    /// database, or a database to a folder. Replays every match, and compares both sides.
    ///
    /// # Errors
    ///
    /// One sentence that says why the copy must not be used.
    pub fn move_to(&self, to: &StoreAddress) -> Result<Restored, StoreError> {
        match (self, to) {
            (StoreAddress::Sqlite(folder), StoreAddress::Postgres(url)) => {
                database::into_database(folder, url)
            }
            (StoreAddress::Postgres(url), StoreAddress::Sqlite(folder)) => database::into_folder(url, folder),
            _ => Err(StoreError::Failed(format!(
                "{self} cannot be moved to {to}: a store is moved between sqlite:FOLDER and postgres://…"
            ))),
        }
    }
}

#[cfg(feature = "postgres")]
use crate::postgres as database;

/// A program without PostgreSQL says so.
#[cfg(not(feature = "postgres"))]
mod database {
    use std::{path::Path, sync::Arc};

    use crate::{Restored, Store, StoreError};

    fn missing<T>() -> Result<T, StoreError> {
        let why = "this program was built without PostgreSQL: build it with --features postgres, or take the released one";
        Err(StoreError::Failed(why.into()))
    }

    pub(super) fn open(_: &str, _: Option<&str>) -> Result<Arc<dyn Store>, StoreError> {
        missing()
    }

    pub(super) fn into_database(_: &Path, _: &str) -> Result<Restored, StoreError> {
        missing()
    }

    pub(super) fn into_folder(_: &str, _: &Path) -> Result<Restored, StoreError> {
        missing()
    }
}

impl FromStr for StoreAddress {
    type Err = StoreAddressError;

    fn from_str(text: &str) -> Result<StoreAddress, StoreAddressError> {
        match text.strip_prefix(SQLITE) {
            Some("") => Err(StoreAddressError::NoFolder),
            Some(folder) => Ok(StoreAddress::Sqlite(folder.into())),
            None if text == "memory" => Ok(StoreAddress::Memory),
            None if POSTGRES.iter().any(|prefix| text.starts_with(prefix)) => {
                Ok(StoreAddress::Postgres(text.to_owned()))
            }
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
        // Only for showing: a password is never written.
        address.to_string()
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StoreAddress::Sqlite(folder) => write!(f, "{SQLITE}{}", folder.display()),
            StoreAddress::Postgres(url) => f.write_str(&without_password(url)),
            StoreAddress::Memory => f.write_str("memory"),
        }
    }
}

/// Like what is displayed, so that no password gets into a log.
impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A URL as it may be shown: the password is replaced.
fn without_password(url: &str) -> String {
    let hide = |(scheme, rest): (&str, &str)| {
        let (login, place) = rest.split_once('@')?;
        let (user, _) = login.split_once(':')?;
        Some(format!("{scheme}://{user}:…@{place}"))
    };
    let shown = url.split_once("://").and_then(hide).unwrap_or_else(|| url.to_owned());
    // A password may also be among the options.
    match shown.split_once("password=") {
        Some((before, rest)) => {
            let after = rest.find('&').map_or("", |end| &rest[end..]);
            format!("{before}password=…{after}")
        }
        None => shown,
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
            assert!(error.contains("write sqlite:FOLDER"), "{error}");
        }
        assert_eq!("sqlite:".parse::<StoreAddress>(), Err(StoreAddressError::NoFolder));
    }

    #[test]
    fn a_password_is_never_shown() {
        let urls = [
            ("postgres://eights@db/eights", "postgres://eights@db/eights"),
            ("postgres://eights:se:c@db1,db2/eights", "postgres://eights:…@db1,db2/eights"),
            ("postgresql://db/eights?user=a&password=b&x=c", "postgresql://db/eights?user=a&password=…&x=c"),
        ];
        for (url, shown) in urls {
            let address: StoreAddress = url.parse().unwrap();
            assert_eq!((address.to_string(), format!("{address:?}")), (shown.to_owned(), shown.to_owned()));
            assert_eq!(String::from(address), shown);
        }
    }

    #[test]
    fn a_folder_is_not_shared() {
        let why = StoreAddress::Sqlite("data".into()).open_shared("here:1").err().map(|why| why.to_string());
        assert!(why.is_some_and(|why| why.starts_with("sqlite:data cannot be shared")));
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
