//! Connects to tables. Only here does the client start threads, open files or use the network.

use std::{fs::File, path::PathBuf};

use eights_local::{Local, Open};

use crate::{
    desk::{Backroom, Desk},
    line::{Line, Pace},
    menu::Visit,
};

/// Creates connections to tables; tests replace it.
pub trait Doors {
    /// Opens a table in this program.
    ///
    /// # Errors
    ///
    /// A sentence that says why it cannot be opened.
    fn local(&mut self, open: Open, pace: Pace) -> Result<Box<dyn Line>, String>;

    /// Connects to a table on a server.
    ///
    /// # Errors
    ///
    /// A sentence that says why the connection failed.
    fn server(&mut self, visit: Visit) -> Result<Box<dyn Line>, String>;

    /// The seed of the next deal: unpredictable, unless one was configured.
    fn seed(&mut self) -> String;
}

/// The connections that the real program uses.
#[derive(Default)]
pub struct House {
    /// The seed of the first deal, if one is given.
    pub seed: Option<String>,
    /// The file for the journal of the first match.
    pub journal: Option<PathBuf>,
    /// The folder for cookies; without one they are not stored.
    pub config: Option<PathBuf>,
}

impl Doors for House {
    fn local(&mut self, open: Open, pace: Pace) -> Result<Box<dyn Line>, String> {
        let table = Local::opened(open).map_err(|why| why.to_string())?;
        let journal = match self.journal.take() {
            Some(path) => Some(
                File::create_new(&path)
                    .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
            ),
            None => None,
        };
        Ok(Box::new(Backroom::new(Desk::new(table, journal), pace)))
    }

    fn server(&mut self, visit: Visit) -> Result<Box<dyn Line>, String> {
        crate::net::visit(visit, self.config.clone())
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
