//! The executable rulebook: prose for people with `play` blocks that run.
//!
//! [`read`] finds the blocks of a page; [`run`] plays one with a [`Theatre`] that knows the games.
//! Nothing in this module reads files.

mod block;
mod run;

pub use block::{Amount, Block, Ended, Heading, Line, read};
pub use run::{Fault, Theatre, run};
