//! All tests of Crazy Eights, in one program: linking one is faster than linking seven.

mod allocations;
mod answers;
mod common;
mod fast_paths;
mod house;
mod laws;
mod rulebook;
mod words;
