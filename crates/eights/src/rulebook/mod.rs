//! The executable rulebook: prose for people with `play` blocks that run.
//!
//! [`read`] finds the blocks of a page; [`run`] plays one with a [`FixtureSource`] that knows the games.
//! Nothing in this module reads files.

mod block;
mod run;

pub use block::{Amount, Block, Ended, Heading, Line, read};
pub use run::{BlockError, FixtureSource, run};
