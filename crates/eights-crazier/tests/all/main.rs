//! All tests of Crazier Eights, in one program: linking one is faster than linking 15.

mod alloc;
mod common;
mod endless;
mod errors;
mod language;
mod laws;
mod network;
mod pairs;
mod perft;
mod referee;
mod rulebook;
mod sets;
mod sheet;
mod trees;
mod wild;
mod words;
