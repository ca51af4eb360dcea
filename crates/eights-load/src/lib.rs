//! Plays many tables at once over real sockets, and measures the server that serves them.
//!
//! [`load`] founds tables, seats people at them, lets them answer at some pace
//! and counts: moves, how long each took to come back, bytes, the server's CPU
//! and memory. [`faults`] does the same and ends the server again and again
//! while they play; it keeps a ledger of everything that was acknowledged and
//! compares it with what the server kept. [`hostile`] lets strangers do their
//! worst while people play, who must not notice.
//!
//! The client must cost next to nothing, for it shares the machine with the
//! server: one thread, a task a socket, one buffer for all, and of a message
//! only what decides the answer is looked at.
//!
//! ```
//! use eights_load::Plan;
//!
//! let plan = Plan { tables: 10_000, people: 1, ..Plan::default() };
//! assert_eq!(plan.sockets(), 10_000);
//! ```

pub mod faults;
mod founding;
pub mod hostile;
mod http;
mod load;
mod player;
mod proc;
mod report;
mod scan;
mod served;
mod socket;
mod tally;

pub use load::load;
pub use report::Report;
pub use served::{Served, Serving};

use std::{io, net::SocketAddr, time::Duration};

/// What is to be played, by how many, and how fast.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many tables.
    pub tables: usize,
    /// How many chairs each has.
    pub seats: usize,
    /// How many of them are people, here; bots of the server sit on the others.
    pub people: usize,
    /// The level of those bots.
    pub bots: String,
    /// The game.
    pub game: String,
    /// The rule set; the game's usual one when empty.
    pub rules: String,
    /// How long somebody thinks before they answer; zero for as fast as it goes.
    pub pace: Duration,
    /// How long to measure.
    pub time: Duration,
    /// Take any of the offers instead of always the first.
    pub random: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            tables: 100,
            seats: 4,
            people: 4,
            bots: "newcomer".into(),
            game: "crazy-eights".into(),
            rules: "basic".into(),
            pace: Duration::ZERO,
            time: Duration::from_secs(10),
            random: true,
        }
    }
}

impl Plan {
    /// How many sockets that needs.
    pub fn sockets(&self) -> usize {
        self.tables * self.people.clamp(1, self.seats)
    }
}

/// Why something could not be measured.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The network failed.
    #[error("{0}: {1}")]
    Network(&'static str, io::Error),
    /// The server refused what it should have done.
    #[error("{0}")]
    Refused(String),
    /// The server did not start.
    #[error("the server did not start: {0}")]
    NoServer(String),
    /// More sockets than this process may open.
    #[error("{0} sockets are needed, and one process may have {1} files open: fewer tables, or --people 1")]
    TooMany(usize, usize),
    /// Something took longer than it ever may.
    #[error("after {0} s: {1}")]
    TooLong(u64, String),
}

/// The address in a URL of the form `http://127.0.0.1:8088`.
///
/// # Errors
///
/// When there is none in it.
pub fn address_of(url: &str) -> Result<SocketAddr, LoadError> {
    let bare = url.trim().trim_start_matches("http://").trim_end_matches('/');
    let bare = bare.replace("localhost", "127.0.0.1");
    bare.parse().map_err(|_| LoadError::Refused(format!("{url:?} is no address like http://127.0.0.1:8088")))
}
