//! All tests of the program, in one program: linking one is faster than linking 12.

mod commands;
mod example_client;
mod example_game;
mod faults;
mod interruptions;
mod lab;
mod online;
mod operating;
mod reload;
mod rulebook;
mod serve;
mod serve_limits;
mod version;
