//! Fuzz targets: libFuzzer makes up what comes from outside, and learns from
//! the code it reaches. A panic, a broken law or an endless loop is a find.
//!
//! `scripts/fuzz.sh SECONDS` builds and runs them all with the stable compiler.
//! Each module is one target; `survive` is given one input.
//!
//! | target | what is made up |
//! |---|---|
//! | [`sheet`] | a whole rule sheet |
//! | [`overrides`] | changes to a shipped rule set |
//! | [`paper`] | any text against a schema with one of everything |
//! | [`notation`] | what people say when they are asked |
//! | [`games`] | whole games: rules, seats, luck and every answer |
//! | [`rulebook`] | pages of the rulebook |
//! | [`engine`] | lines of the engine protocol |
//! | [`journal`] | journals, and damage to real ones |
//! | [`cards`] | sentences and card files of Crazier Eights |
//! | [`wire`] | what comes over a socket: bytes, frames, messages |
//!
//! A find is put right first, and its input then stays in `seeds/<target>/`.

pub mod cards;
pub mod engine;
pub mod games;
pub mod journal;
pub mod notation;
pub mod overrides;
pub mod paper;
pub mod rulebook;
pub mod sheet;
pub mod wire;

mod choices;
mod house;

pub use choices::Choices;
pub use house::{BASES, RULES, look_at};
