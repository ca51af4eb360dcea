//! All tests of the stores, in one program: linking one is faster than linking 6.

mod backup;
mod common;
mod folder;
mod idle;
mod log;
mod step_files;
mod stores;
