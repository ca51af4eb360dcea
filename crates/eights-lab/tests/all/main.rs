//! All tests of whole experiments, in one program: linking one is faster than linking three.

mod findings;
mod held_out;
mod runs;
mod small_games;
