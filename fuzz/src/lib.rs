//! Fuzz targets: functions that take arbitrary bytes as input from outside and must not panic, break a law or
//! run forever.
//!
//! `scripts/fuzz.sh SECONDS` builds the programs in `libfuzzer/` with the stable compiler and runs them;
//! `tests/seeds.rs` replays the recorded inputs as an ordinary test. Each module is one target, and its
//! `survive` takes one input.
//!
//! | target | the input |
//! |---|---|
//! | [`sheet`] | a whole rule sheet |
//! | [`overrides`] | changes to a shipped rule set |
//! | [`document`] | any text against a schema with one of everything |
//! | [`notation`] | answers as people type them |
//! | [`games`] | whole games: rules, seats, shuffles and every answer |
//! | [`rulebook`] | pages of the rulebook |
//! | [`engine`] | lines of the engine protocol |
//! | [`journal`] | journals, and damage to real ones |
//! | [`cards`] | sentences and card files of Crazier Eights |
//! | [`wire`] | input from a socket: bytes, frames, messages |
//!
//! The input that revealed a defect is added to `seeds/<target>/` with the fix.

pub mod cards;
pub mod document;
pub mod engine;
pub mod games;
pub mod journal;
pub mod notation;
pub mod overrides;
pub mod rulebook;
pub mod sheet;
pub mod wire;

mod choices;
mod house;

pub use choices::Choices;
pub use house::{BASES, RULES, look_at};
