//! Connects to tables. Only here does the client start threads, open files or use the network.

use std::{fs::File, io, path::PathBuf};

use eights_client::ClientError;
use eights_local::{Local, LocalError, Open};

use crate::{
    connection::{Connection, Pace},
    local_connection::{LocalConnection, ThreadedConnection},
    server_connection::{JoinRequest, ServerConnection},
};

/// Creates connections to tables; tests replace it.
pub trait Connector {
    /// Opens a table in this program.
    ///
    /// # Errors
    ///
    /// If the rules do not allow such a table, or its journal cannot be written.
    fn local(&mut self, open: Open, pace: Pace) -> Result<Box<dyn Connection>, ConnectError>;

    /// Connects to a table on a server.
    ///
    /// # Errors
    ///
    /// If the address is invalid. Later errors are reported by the connection.
    fn server(&mut self, request: JoinRequest) -> Result<Box<dyn Connection>, ConnectError>;

    /// The seed of the next deal: unpredictable, unless one was configured.
    fn seed(&mut self) -> String;
}

/// The reason why there is no connection to a table.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error(transparent)]
    Local(#[from] LocalError),
    #[error(transparent)]
    Server(#[from] ClientError),
    #[error("cannot write {}: {source}", path.display())]
    Journal { path: PathBuf, source: io::Error },
}

/// The connections that the real program uses.
#[derive(Default)]
pub struct SystemConnector {
    /// The seed of the first deal, if one is given.
    pub seed: Option<String>,
    /// The file for the journal of the first match.
    pub journal: Option<PathBuf>,
    /// The folder for cookies; without one they are not stored.
    pub config: Option<PathBuf>,
    /// A PEM file with certificates to trust beside those that this computer trusts.
    pub ca: Option<PathBuf>,
}

impl Connector for SystemConnector {
    fn local(&mut self, open: Open, pace: Pace) -> Result<Box<dyn Connection>, ConnectError> {
        let table = Local::opened(open)?;
        let journal = match self.journal.take() {
            Some(path) => {
                Some(File::create_new(&path).map_err(|source| ConnectError::Journal { path, source })?)
            }
            None => None,
        };
        Ok(Box::new(ThreadedConnection::new(LocalConnection::new(table, journal), pace)))
    }

    fn server(&mut self, request: JoinRequest) -> Result<Box<dyn Connection>, ConnectError> {
        Ok(Box::new(ServerConnection::open(request, self.config.clone(), self.ca.as_deref())?))
    }

    fn seed(&mut self) -> String {
        if let Some(seed) = self.seed.take() {
            return seed;
        }
        let mut bytes = [0; 32];
        // If the system has no random numbers, the clock is good enough for a local game.
        if getrandom::fill(&mut bytes).is_err() {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            bytes[..16].copy_from_slice(&now.unwrap_or_default().as_nanos().to_le_bytes());
        }
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
