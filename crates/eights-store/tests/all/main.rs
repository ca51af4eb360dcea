//! All tests of the stores, in one program: linking one is faster than linking many.

mod backup;
mod common;
mod folder;
mod idle;
mod log;
#[cfg(feature = "postgres")]
mod moving;
#[cfg(feature = "postgres")]
mod postgres;
mod protocol;
mod step_files;
mod stores;
#[cfg(feature = "postgres")]
mod tls;
