//! All tests of matches, in one program: linking one is faster than linking four.

mod bots;
mod documented;
mod journals;
mod matches;
