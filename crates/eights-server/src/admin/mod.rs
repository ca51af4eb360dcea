//! The operator's commands, over a Unix socket in the store's folder (a named pipe on Windows).
//!
//! One request and one answer per connection, each a line of JSON. Nothing of it can be reached over the
//! network: only the owner of the server can send one.

pub(crate) mod commands;
pub(crate) mod listener;
mod transport;

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::IpAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use eights_wire::Phase;
use serde::{Deserialize, Serialize};

/// How long a command waits for its answer. Closing a table waits for the disk.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The longest answer that is read: a line for each of a hundred thousand people.
const MAX_ANSWER_BYTES: u64 = 64 << 20;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// Lists all tables.
    Tables,
    /// Lists everybody who is connected to a table.
    People,
    /// Lists all bans.
    Bans,
    /// Deletes a table, and its match if it is not finished.
    Close {
        code: String,
    },
    /// Bans a person by id, or an address or range of addresses.
    Ban {
        who: String,
    },
    Unban {
        who: String,
    },
    /// Shows a message at every table; an empty one removes it.
    Banner {
        text: String,
    },
    /// Opens no new tables.
    Drain,
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Tables(Vec<Table>),
    People(Vec<Person>),
    Bans(Vec<String>),
    /// What was done, in one sentence.
    Done(String),
    /// Why nothing was done, in one sentence.
    Refused(String),
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Table {
    pub code: String,
    pub game: String,
    /// The title of the rules.
    pub rules: String,
    pub phase: Phase,
    pub seats: u8,
    /// Free chairs.
    pub free: u8,
    /// How many people are connected.
    pub connected: usize,
    /// The name of the host.
    pub host: String,
    /// Whether it is in the public list.
    pub public: bool,
}

/// A person at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Person {
    pub id: String,
    pub name: String,
    /// The code of the table.
    pub table: String,
    /// The letter of the chair; none for a spectator.
    pub seat: Option<String>,
    /// For IPv6 the first half, which stands for one client.
    pub address: Option<IpAddr>,
}

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    #[error("no server runs with the store in {0}")]
    NoServer(PathBuf),
    #[error("the server that uses {0} cannot be reached: {1}")]
    Unreachable(PathBuf, io::Error),
    #[error("the server that uses {0} gives an answer that cannot be read: is it of the same version?")]
    Unreadable(PathBuf),
}

/// Sends a command to the server that uses a store.
///
/// # Errors
///
/// When no server answers.
pub fn ask(folder: &Path, request: &Request) -> Result<Answer, AdminError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => AdminError::NoServer(folder.to_owned()),
        _ => AdminError::Unreachable(folder.to_owned(), error),
    };
    let mut stream = transport::connect(folder).map_err(failed)?;
    let mut talk = || {
        stream.write_all(format!("{}\n", eights_wire::write(request)).as_bytes())?;
        let mut line = String::new();
        BufReader::new((&mut stream).take(MAX_ANSWER_BYTES)).read_line(&mut line)?;
        Ok(line)
    };
    let line = talk().map_err(failed)?;
    serde_json::from_str(&line).map_err(|_| AdminError::Unreadable(folder.to_owned()))
}
