//! All tests of whole experiments, in one program: linking one is faster than linking three.

mod findings;
mod runs;
mod small_games;
