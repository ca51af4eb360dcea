//! All tests of the stores, in one program: linking one is faster than linking many.

mod backup;
mod common;
mod folder;
mod idle;
mod log;
mod protocol;
mod step_files;
mod stores;
