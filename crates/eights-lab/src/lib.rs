//! Experiments with rules, cards and bots.
//!
//! One loop ([`play`]) plays hands and matches of any game, compiled for each
//! kind of players and each kind of counting, with the same dice as a match of
//! `eights-table`: any game of a run can be written down as a journal. Deals
//! have numbers ([`Deals`]); a [`Runner`] works through them on all cores and
//! folds what they brought in their own order, so that the number of threads
//! changes nothing. Only sums are kept ([`stats`]): memory does not grow with
//! the number of games.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use eights_bots::{BotKind, Level};
//! use eights_lab::{Runner, Deals, Trial, Unit, run_trial};
//! use eights_table::{Catalog, Shipped};
//!
//! let rules = Catalog::new(&Shipped).rules("crazy-eights", "basic", "").unwrap();
//! let bots = BotKind::Level(Level::Normal);
//! let trial = Trial { deals: Deals { seed: 1 }, games: 200, n_seats: 2, unit: Unit::Hand, bots };
//! let stop = AtomicBool::new(false);
//! let runner = Runner { threads: 1, stop: &stop, progress: &|_| () };
//! let (tried, _) = run_trial(&rules, &trial, &runner).unwrap();
//! let turns = &tried.number("turns-per-hand").unwrap().estimate;
//! assert!(turns.low < turns.value && turns.value < turns.high);
//! ```
//!
//! # The tour
//!
//! - [`Arena`]: bots against each other, the same deals from every seat, a test that stops when it knows.
//! - [`Trial`]: a rule set tried out; [`Study`] is what the lab must know of a game, [`HandStats`] what is
//!   written down of a hand, [`METRICS`] the numbers told.
//! - [`compare`]: two rule sets on the same deals, [`findings`] in sentences.
//! - [`PlayCheck`]: looking for trouble before anyone plays; [`unused_lines`] finds rules that never apply.
//! - [`report`]: HTML, JSON, CSV and Parquet.

mod arena;
mod compare;
mod deals;
mod dispatch;
mod error;
mod example_journal;
mod game_loop;
mod hand_stats;
mod metric;
mod play_check;
mod players;
pub mod report;
mod runner;
pub mod stats;
mod study;
mod trial;
mod unused;

pub use arena::{Arena, ScoreLine, Scores};
pub use compare::{Finding, compare, findings};
pub use deals::Deals;
pub use dispatch::{
    compare_rules, luck_arena, measure_luck, play_check, run_arena, run_trial, typical_seat_counts, unit_of,
    unused_lines,
};
pub use error::LabError;
pub use example_journal::journal_of;
pub use game_loop::{EndReason, GameLimits, GameResult, NoObserver, Observer, Players, Unit, play};
pub use hand_stats::HandStats;
pub use metric::{DealSums, METRICS, Metric, Scale, show};
pub use play_check::{Defect, DefectReport, Example, PlayCheck, PlayCheckReport};
pub use players::{BotPlayers, HeuristicPlayers, RandomPlayers};
pub use runner::{RunStatus, Runner};
pub use study::{CardGroup, Study};
pub use trial::{Tally, Trial};
