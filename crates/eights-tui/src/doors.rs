//! How lines to tables are made: the only place that knows threads, files and networks.

use std::{fs::File, path::PathBuf};

use eights_local::{Local, Open};

use crate::{
    desk::{Backroom, Desk},
    line::{Line, Pace},
    menu::Visit,
};

/// Somebody who makes lines.
pub trait Doors {
    /// A line to a table in this program.
    ///
    /// # Errors
    ///
    /// Why there is none, in a sentence.
    fn local(&mut self, open: Open, pace: Pace) -> Result<Box<dyn Line>, String>;

    /// A line to a table on a server.
    ///
    /// # Errors
    ///
    /// Why there is none, in a sentence.
    fn server(&mut self, visit: Visit) -> Result<Box<dyn Line>, String>;

    /// A seed that nobody can guess, or one that was asked for.
    fn seed(&mut self) -> String;
}

/// The doors of a real house.
#[derive(Default)]
pub struct House {
    /// The seed of the first deal, when one was asked for.
    pub seed: Option<String>,
    /// Where the first match is written down.
    pub journal: Option<PathBuf>,
    /// Where cookies are kept; nowhere when there is no such folder.
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
        // Without random numbers from the system there is still the clock, good enough for a game alone.
        if getrandom::fill(&mut bytes).is_err() {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            bytes[..16].copy_from_slice(&now.unwrap_or_default().as_nanos().to_le_bytes());
        }
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
