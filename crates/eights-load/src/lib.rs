//! Load tests for the server: plays at many tables at once over real sockets.
//!
//! [`load`] opens tables, seats players at them, lets them answer at a given pace and measures
//! moves, latency, bytes, and the server's CPU time and memory. [`faults`] does the same and
//! kills the server repeatedly during play; it keeps a ledger of every acknowledged move and
//! compares it with the stored journals. [`hostile`] attacks the server while players at other
//! tables must not notice.
//!
//! The client shares the machine with the server, so it must cost next to nothing: one thread,
//! one task per socket, small read buffers, and it parses only the parts of a message that decide
//! the answer.
//!
//! ```
//! use eights_load::Plan;
//!
//! let plan = Plan { tables: 10_000, people: 1, ..Plan::default() };
//! assert_eq!(plan.sockets(), 10_000);
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod error;
pub mod faults;
mod founding;
pub mod hostile;
mod ledger;
mod load;
#[cfg(feature = "postgres")]
pub mod nodes;
mod plan;
mod player;
mod proc;
mod report;
mod requests;
mod scan;
mod served;
mod source;
mod tally;

pub use error::LoadError;
pub use ledger::Ledger;
pub use load::load;
pub use plan::Plan;
pub use report::Report;
pub use served::{Served, Serving};
