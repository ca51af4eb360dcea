//! Experiments with rules, cards and bots.
//!
//! One loop ([`play`]) plays hands and matches of any game. It is compiled
//! separately for each kind of players and observers, and uses the same dice
//! as a match of `eights-match`, so that any game of a run can be written as a
//! journal. Deals are numbered ([`Deals`]); a [`Runner`] plays them on all
//! cores and adds up the results in order, so that the number of threads does
//! not change them. Only sums are kept ([`stats`]), so memory does not grow
//! with the number of games.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use eights_bots::{BotKind, Level};
//! use eights_lab::{Deals, Runner, Trial, Unit, run_trial};
//! use eights_match::{Catalog, Shipped};
//!
//! let rules = Catalog::new(&Shipped).rules("crazy-eights", "basic", "").unwrap();
//! let bots = BotKind::Level(Level::Normal);
//! let trial = Trial { deals: Deals { seed: 1 }, games: 200, n_seats: 2, unit: Unit::Hand, bots };
//! let stop = AtomicBool::new(false);
//! let runner = Runner { threads: 1, stop: &stop, progress: &|_| () };
//! let (report, _) = run_trial(&rules, &trial, &runner).unwrap();
//! let turns = &report.number("turns-per-hand").unwrap().estimate;
//! assert!(turns.low < turns.value && turns.value < turns.high);
//! ```
//!
//! # Where to look
//!
//! - [`Arena`]: bots against each other, the same deals from every seat, with a sequential test.
//! - [`Trial`]: measures a rule set. [`eights_kit::Study`] is what the lab must know about a game, [`eights_kit::HandStats`]
//!   what is recorded of a hand, [`METRICS`] the list of numbers reported.
//! - [`compare`]: two rule sets on the same deals; [`findings`] puts the differences into sentences.
//! - [`PlayCheck`]: finds defects of rules by playing; [`unused_lines`] finds rules that never apply.
//! - [`HeldOut`]: two bots on random sheets that nobody has trained or tuned for.
//! - [`Calibrate`]: whether the winning chances that hints show come true.
//! - [`Exploit`]: what best responses that search win against a policy, a lower bound of its exploitability.
//! - [`Solve`]: games with few cards, solved exactly, and how far every bot is from the solution.
//! - [`report`]: HTML, JSON, CSV and Parquet.

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod arena;
mod calibrate;
mod compare;
mod deals;
mod dispatch;
mod error;
mod example_journal;
mod exploit;
mod game_loop;
mod held_out;
mod luck;
mod metric;
mod play_check;
mod players;
pub mod report;
mod runner;
mod small;
pub mod stats;
mod trial;
mod unused;

pub use arena::{Arena, ScoreLine, Scores};
pub use calibrate::{Calibrate, Calibration, CalibrationBin, FittedCorrection};
pub use compare::{Finding, compare, findings};
pub use deals::Deals;
pub use dispatch::{
    calibrate, compare_rules, exploit, luck_arena, measure_luck, play_check, run_arena, run_trial,
    typical_seat_counts, unit_of, unused_lines,
};
pub use error::LabError;
pub use example_journal::journal_of;
pub use exploit::{Exploit, Exploited, bot_of, policy_of};
pub use game_loop::{EndReason, GameLimits, GameResult, NoObserver, Observer, Players, Unit, play};
pub use held_out::{HeldOut, HeldOutScores, HeldOutSheet, SheetScore};
pub use luck::LuckMeter;
pub use metric::{DealSums, METRICS, Metric, Scale, show};
pub use play_check::{Defect, DefectReport, Example, PlayCheck, PlayCheckReport};
pub use players::{BotPlayers, HeuristicPlayers, RandomPlayers};
pub use runner::{RunStatus, Runner};
pub use small::{BotStanding, Responses, SmallDraw, SmallGame, Solution, Solve};
pub use trial::{Tally, Trial};
