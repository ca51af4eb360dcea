//! All tests of matches, in one program: linking one is faster than linking seven.

mod bots;
mod documented;
mod journals;
mod json;
mod matches;
mod search;
mod shuffle;
