//! Load tests for the server: plays at many tables at once over real sockets.
//!
//! [`load`] opens tables, seats players at them, lets them answer at a given pace and measures
//! moves, latency, bytes, and the server's CPU time and memory. [`faults`] does the same and
//! kills the server repeatedly during play; it keeps a ledger of every acknowledged move and
//! compares it with the stored journals. [`hostile`] attacks the server while players at other
//! tables must not notice.
//!
//! The client shares the machine with the server, so it must cost next to nothing: one thread,
//! one task per socket, one read buffer for all of them, and it parses only the parts of a
//! message that decide the answer.
//!
//! ```
//! use eights_load::Plan;
//!
//! let plan = Plan { tables: 10_000, people: 1, ..Plan::default() };
//! assert_eq!(plan.sockets(), 10_000);
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

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

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct Plan {
    pub tables: usize,
    /// The number of seats at each table.
    pub seats: usize,
    /// How many of these seats this client plays; the server's bots take the others.
    pub people: usize,
    /// The level of the server's bots.
    pub bots: String,
    pub game: String,
    /// The rule set; the default of the game if empty.
    pub rules: String,
    /// How long a player waits before answering; zero for no wait.
    pub pace: Duration,
    /// How long to measure.
    pub time: Duration,
    /// Whether to answer with a random offer instead of the first.
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
    pub fn sockets(&self) -> usize {
        self.tables * self.people.clamp(1, self.seats)
    }
}

/// The reason why a test could not run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{0}: {1}")]
    Network(&'static str, io::Error),
    /// The server, or another program, refused a necessary request.
    #[error("{0}")]
    Refused(String),
    #[error("the server did not start: {0}")]
    NoServer(String),
    /// The plan needs more sockets than this process may open: the number, and the limit.
    #[error("{0} sockets are needed, and one process may have {1} files open: fewer tables, or --people 1")]
    TooMany(usize, usize),
    /// A wait timed out: the seconds, and what did not happen.
    #[error("after {0} s: {1}")]
    TooLong(u64, String),
}

/// Parses a URL of the form `http://127.0.0.1:8088`.
///
/// # Errors
///
/// If the text is not of that form.
pub fn address_of(url: &str) -> Result<SocketAddr, LoadError> {
    let bare = url.trim().trim_start_matches("http://").trim_end_matches('/');
    let bare = bare.replace("localhost", "127.0.0.1");
    bare.parse().map_err(|_| LoadError::Refused(format!("{url:?} is no address like http://127.0.0.1:8088")))
}
