//! Experiments with rules, cards and bots.
//!
//! One loop ([`play`]) plays hands and matches of any game, compiled for each
//! kind of players and each kind of counting, with the same dice as a match of
//! `eights-table`: any game of a run can be written down as a journal. Deals
//! have numbers ([`Deals`]); a [`Crew`] works through them on all cores and
//! folds what they brought in their own order, so that the number of threads
//! changes nothing. Only sums are kept ([`stats`]): memory does not grow with
//! the number of games.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use eights_bots::{BotKind, Level};
//! use eights_lab::{Crew, Deals, Trial, Unit, try_out};
//! use eights_table::{Catalog, Shipped};
//!
//! let rules = Catalog::new(&Shipped).rules("crazy-eights", "basic", "").unwrap();
//! let bots = BotKind::Level(Level::Normal);
//! let trial = Trial { deals: Deals { seed: 1 }, games: 200, n_seats: 2, unit: Unit::Hand, bots };
//! let stop = AtomicBool::new(false);
//! let crew = Crew { threads: 1, stop: &stop, progress: &|_| () };
//! let (tried, _) = try_out(&rules, &trial, &crew).unwrap();
//! let turns = &tried.number("turns-per-hand").unwrap().estimate;
//! assert!(turns.low < turns.value && turns.value < turns.high);
//! ```
//!
//! # The tour
//!
//! - [`Arena`]: bots against each other, the same deals from every seat, a test that stops when it knows.
//! - [`Trial`]: a rule set tried out; [`Study`] is what the lab must know of a game, [`Notes`] what is
//!   written down of a hand, [`METRICS`] the numbers told.
//! - [`compare`]: two rule sets on the same deals, [`findings`] in sentences.
//! - [`Probe`]: looking for trouble before anyone plays; [`idle_lines`] finds rules that never apply.
//! - [`report`]: HTML, JSON, CSV and Parquet.

mod any;
mod arena;
mod compare;
mod crew;
mod deals;
mod error;
mod idle;
mod journal;
mod metric;
mod notes;
mod party;
mod probe;
pub mod report;
pub mod stats;
mod study;
mod table;
mod trial;

pub use any::{compare_rules, idle_lines, luck, luck_arena, meet, probe_rules, some_seats, try_out, unit_of};
pub use arena::{Arena, Line, Scores};
pub use compare::{Finding, compare, findings};
pub use crew::{Crew, Done};
pub use deals::Deals;
pub use error::LabError;
pub use journal::journal_of;
pub use metric::{METRICS, Metric, Scale, Sums, show};
pub use notes::Notes;
pub use party::{Anything, Bots, Instincts};
pub use probe::{Example, Findings, Found, Probe, Trouble};
pub use study::{Kind, Study};
pub use table::{Course, Ended, How, Nobody, Party, Unit, Watch, play};
pub use trial::{Tally, Trial};
