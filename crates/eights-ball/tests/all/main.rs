//! All tests of Crazy 8-Ball, in one program: linking one is faster than linking 11.

mod alloc;
mod answers;
mod choice;
mod common;
mod games;
mod laws;
mod network;
mod notation;
mod perft;
mod rulebook;
mod sheet;
mod stalemate;
