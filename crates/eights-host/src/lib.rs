//! The command `eights serve`. It is a crate of its own so that `make play` can build it without the other commands:
//! the terminal, the lab and the load generator take another 95 s of CPU.

mod serve;
mod signals;

pub use serve::{Args, run};
