//! Plays matches of any game. Uses no clock, files or network.
//!
//! A [`Match`] plays hands until the match has a winner; [`AnyMatch`] is the same
//! behind a trait object, so that callers need not know the game. A match is fully
//! described by its inputs: the rules, the seed and one [`Entry`] per step, which
//! carries a digest of the resulting state. The [`Catalog`] lists all games.
//!
//! ```
//! use eights::{Seat, Seed};
//! use eights_match::{AnyMatch, Catalog, Shipped, journal};
//!
//! let catalog = Catalog::new(&Shipped);
//! let rules = catalog.rules("crazy-eights", "action", "").unwrap();
//! let mut table = rules.start(3, Seed::from_number(7)).unwrap();
//! let mut entries = Vec::new();
//! while let Some(seat) = table.asks() {
//!     let option = table.options(seat)[0].say.clone();
//!     entries.push(table.act(seat, &option).unwrap());
//! }
//! let written = journal::write(&rules.head(3, &Seed::from_number(7)), &entries);
//! let again = journal::replay(&catalog, &written).unwrap();
//! assert!(again.is_over());
//! ```

mod any;
mod catalog;
mod erased;
mod games;
pub mod hex;
pub mod journal;
mod json;
mod playing;
mod search;
mod seated;
mod sheet_source;
mod shipped;
pub mod shuffle;

pub use any::{AnyMatch, HandOver, Hint, SeatedBot, Update};
pub use catalog::{Catalog, RuleSet};
pub use eights::{Offer, Verb};
pub use eights_kit::{Difference, GameInfo, Playable, Topic};
pub use games::{Rules, Visitor};
pub use journal::{Actor, Entry, Head, JournalError};
#[doc(hidden)] // Only for the bench and tests.
pub use json::write as write_json;
pub use playing::{Match, Refusal};
pub use sheet_source::{SheetSource, SourceError};
pub use shipped::Shipped;
